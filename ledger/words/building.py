"""How the package is built (`build-backend` in `pyproject.toml`): as setuptools does it, with the words compiled first."""

from __future__ import annotations

from typing import Any

from setuptools import build_meta
from setuptools.build_meta import get_requires_for_build_sdist, get_requires_for_build_wheel, prepare_metadata_for_build_wheel

from ledger.words.compiling import compiled, stale

__all__ = [
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_wheel",
]


def build_wheel(folder: str, settings: Any = None, metadata: str | None = None) -> str:
    """A wheel in this folder; its name."""
    compiled(stale())
    return str(build_meta.build_wheel(folder, settings, metadata))


def build_sdist(folder: str, settings: Any = None) -> str:
    """The sources in this folder; the name of their archive."""
    return str(build_meta.build_sdist(folder, settings))
