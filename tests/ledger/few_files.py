"""A process that can open no more files, as one with too many connections, or under a low `ulimit -n`."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager

STANDARD = 3  # input, output and errors, which are always open


@contextmanager
def no_more_files() -> Iterator[None]:
    """While the block runs, whatever opens a file or a connection in this process fails; what is open can be used."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (STANDARD, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
