"""What the text of any file of the house must keep. Each check takes a path and a text, and returns findings; none: it is in order.

Forbidden words are put together from parts here, so that this file does not find itself.
"""

import re
from pathlib import Path, PurePosixPath

LINES_MAX = 400
BANNED_NAMES = ("utils", "util", "helpers", "helper", "common", "manager", "misc")
UNFINISHED = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK")) + r")\b")
GAP = re.compile("<" + "<fill: ")
PASSED_OVER = re.compile(
    r"\b(?:pytest\.|mark\.|unittest\.)?("
    + "|".join(("sk" + "ip", "sk" + "ipif", "xf" + "ail", "importor" + "skip"))
    + r")\(|mark\.(sk"
    + r"ip|xf"
    + r"ail)\b"
)
MACHINE = re.compile(
    "|".join(
        (
            r"(?<![\w.])/wo" + "rk/",
            r"/ro" + r"ot/\.",
            "/Us" + "ers/",
            r"/opt/py" + "pi",
            r"py" + r"pi\.org",
            "python" + r"hosted\.org",
            r"registry\.npm" + "js",
            r"deb\.deb" + r"ian\.org",
        )
    )
)


def too_long(path: PurePosixPath, text: str) -> list[str]:
    """A source file has at most 400 lines."""
    lines = len(text.splitlines())
    return [f"{path}: {lines} lines, at most {LINES_MAX} are allowed: split it by what it is about"] if lines > LINES_MAX else []


def banned_name(path: PurePosixPath) -> list[str]:
    """No file or folder is named by a word that says nothing."""
    words = {word for part in path.parts for word in re.split(r"[^a-z]+", part.lower())}
    return [f"{path}: '{name}' says nothing about what is inside" for name in BANNED_NAMES if name in words]


def unfinished(path: PurePosixPath, text: str) -> list[str]:
    """Nothing is left to be done later or to be filled in, and no test is passed over or expected to fail."""
    found = _lines(path, text, UNFINISHED, "do it now, or file an issue") + _lines(path, text, GAP, "fill it in")
    return found + (_lines(path, text, PASSED_OVER, "a test runs, or is not there") if path.suffix == ".py" else [])


def machine_address(path: PurePosixPath, text: str) -> list[str]:
    """No folder of somebody's machine and no address of a package registry."""
    return _lines(path, text, MACHINE, "an address that means nothing on another machine")


def lock_address(path: PurePosixPath, text: str) -> list[str]:
    """A lock file names versions and hashes, no place to get them from, and a hash for each."""
    found = _lines(path, text, re.compile(r"://|file:|\s@\s|--(extra-)?index|--find|^-"), "a lock file names no address")
    entries = re.findall(r"^([a-z0-9][^\s=]*)==[^\n]*\n((?:    --hash=\S+ ?\\?\n?)*)", text, re.MULTILINE)
    found += [f"{path}: {name} has no hash" for name, hashes in entries if "sha256:" not in hashes]
    return found if entries else [*found, f"{path}: it locks nothing"]


def unmapped(path: PurePosixPath, text: str, names: set[str]) -> list[str]:
    """A folder's README names every file and folder of code in it."""
    return [
        f"{path}: does not say what {name} is"
        for name in sorted(names)
        if not re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text)
    ]


def dead_links(path: PurePosixPath, text: str, root: Path) -> list[str]:
    """What a page links to within the house is there."""
    found = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    return [f"{path}: {link} is not there" for link in found if link and not Path(root, path.parent, link).exists()]


def _lines(path: PurePosixPath, text: str, pattern: re.Pattern[str], why: str) -> list[str]:
    """A finding for each line that has the pattern."""
    hits = ((number, pattern.search(line)) for number, line in enumerate(text.splitlines(), 1))
    return [f"{path}:{number}: {hit[0]!r}: {why}" for number, hit in hits if hit]
