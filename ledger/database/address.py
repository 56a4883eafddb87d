"""Connection strings: changed settings, and what each gets that does not say otherwise."""

import os
from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import quote

from psycopg.conninfo import conninfo_to_dict, make_conninfo

# Without them a server that is frozen, or whose machine is gone, is waited for as long as the network does: minutes.
# name -> (value, the variable of the environment by which libpq is told another one)
DEFAULTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "connect_timeout": ("3", "PGCONNECT_TIMEOUT"),  # seconds, for each host that is named
        "tcp_user_timeout": ("10000", ""),  # milliseconds
        "target_session_attrs": ("read-write", "PGTARGETSESSIONATTRS"),  # a server that only reads is of no use: the next host
    }
)


def careful(url: str) -> str:
    """The connection string, which soon gives up a server that does not answer or takes no writes. Its own settings stand."""
    given = conninfo_to_dict(url)
    if "service" in given:  # a file of settings, which those of the string would override
        return url
    return with_settings(
        url, **{name: value for name, (value, variable) in DEFAULTS.items() if name not in given and not os.environ.get(variable)}
    )


def with_settings(url: str, **settings: str) -> str:
    """The connection string with some settings changed; an empty one is left out. A `postgresql://` address stays one."""
    merged = {name: str(value) for name, value in {**conninfo_to_dict(url), **settings}.items() if value not in {None, ""}}
    if not url.startswith(("postgresql://", "postgres://")):
        return make_conninfo("", **merged)
    database = quote(merged.pop("dbname", ""), safe="")
    return f"postgresql:///{database}?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in merged.items())
