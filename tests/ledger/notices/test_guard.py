"""Where messages may go, and where not: by the address, by the name, by what the name is looked up to, twice."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from ledger.notices import posting
from ledger.notices.guard import URL_LENGTH_MAX, Guard, UnfitAddress, fit_url, is_open
from tests.ledger.notices.receiver import receiving


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1"]
)
def test_addresses_of_the_internet_are_open(address: str) -> None:
    assert is_open(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.9.9.9", "0.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "100.100.100.200"),
        *("169.254.169.254", "169.254.0.1", "168.63.129.16", "192.0.0.192", "198.18.0.1", "192.0.2.1", "224.0.0.1", "239.1.1.1"),
        *("240.0.0.1", "255.255.255.255", "192.88.99.1", "::", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1"),
        *("ff02::1", "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "::7f00:1"),
        *("::ffff:0:7f00:1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:7f00:1::1", "2002:a00:1::", "2001::1"),
        *("fd00:ec2::254", "3fff::1"),
    ],
)  # fmt: skip
def test_all_others_are_closed_however_they_are_written(address: str) -> None:
    assert not is_open(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "url", ["https://books.example.org", "https://books.example.org:8443/a?b=c", "https://1.1.1.1/", "https://[2606:4700::1111]/"]
)
def test_these_can_be_registered(url: str) -> None:
    assert fit_url(url).geturl() == url


@pytest.mark.parametrize(
    "url",
    [
        *("", "books.example.org", "ftp://books.example.org/", "file:///etc/passwd", "gopher://1.1.1.1/", "https://", "https:///x"),
        *("http://books.example.org/", "https://u:p@books.example.org/", "https://u@books.example.org/", "https://books.example.org/#a"),
        *("https://localhost/", "https://LOCALHOST/", "https://a.localhost/", "https://printer.local/", "https://metadata.google.internal/"),
        *("https://books/", "https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/"),
        *("https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[fe80::1%25eth0]/", "https://10.0.0.7/", "https://169.254.169.254/x"),
        *("https://books.example.org:0/", "https://books.example.org:99999/", "https://books.example.org:x/", "https://[::1/"),
        *("https://bücher.example/", "https://books.example.org/a b", "https://books.example.org/\n", "https://a\\b.example/", "https://127.0.0.1./"),
        "https://books.example.org/" + "a" * URL_LENGTH_MAX,
    ],
)  # fmt: skip
def test_these_cannot(url: str) -> None:
    with pytest.raises(UnfitAddress):
        fit_url(url)


def test_a_host_of_ones_own_can_if_the_settings_name_it_or_this_port_of_it() -> None:
    assert fit_url("http://books.lan:8080/", frozenset({"books.lan:8080"})).port == 8080
    assert fit_url("http://10.0.0.7/", frozenset({"10.0.0.7"})).hostname == "10.0.0.7"
    with pytest.raises(UnfitAddress):
        fit_url("http://books.lan:8081/", frozenset({"books.lan:8080"}))
    with pytest.raises(UnfitAddress):
        fit_url("http://10.0.0.7/", frozenset({"10.0.0.8"}))


def posted(url: str, guard: Guard) -> posting.Outcome:
    return posting.post(url, [("Content-Type", "application/json")], b"{}", guard, whole_s=2)


@pytest.mark.parametrize(
    "found", [["127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["127.0.0.1", "1.1.1.1"]]
)
def test_a_name_that_leads_home_is_not_connected_to(found: list[str]) -> None:
    with receiving() as receiver:
        outcome = posted(f"http://rebound.example.org:{receiver.port}/", Guard(resolve=lambda _host, _port: found))
        assert (outcome.ok, outcome.wrong) == (False, "the host's address is not of the internet")
        assert receiver.came == []


def test_the_address_that_was_looked_at_is_the_one_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is looked up once: who would answer otherwise the second time is not asked again."""
    asked, connected = [], []

    def rebinding(host: str, _port: int) -> list[str]:
        asked.append(host)
        return ["93.184.216.34"] if len(asked) == 1 else ["127.0.0.1"]

    def connect(address: tuple[str, int], *_: object, **__: object) -> socket.socket:
        connected.append(address)
        raise OSError("no network in tests")

    monkeypatch.setattr(socket, "create_connection", connect)
    outcome = posted("https://rebound.example.org/hook", Guard(resolve=rebinding))
    assert (outcome.ok, outcome.wrong) == (False, "no connection")
    assert (asked, connected) == (["rebound.example.org"], [("93.184.216.34", 443)])


def test_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as proxy, receiving() as receiver:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert posted(receiver.url, Guard(receiver.allowed)).ok
        assert (len(proxy.came), len(receiver.came)) == (0, 1)


def test_a_host_without_an_address_is_no_connection() -> None:
    def nowhere(_host: str, _port: int) -> list[str]:
        raise socket.gaierror("no such name")

    assert posted("https://nowhere.example.org/", Guard(resolve=nowhere)).wrong == "no connection"
    assert posted("https://nowhere.example.org/", Guard(resolve=lambda _host, _port: [])).wrong == "no connection"


def test_who_speaks_no_tls_is_told_so() -> None:
    with receiving() as receiver:
        outcome = posted(f"https://localhost:{receiver.port}/", Guard(receiver.allowed))
        assert (outcome.ok, outcome.wrong) == (False, "no TLS with this host")


def test_who_speaks_no_http_is_told_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        import threading

        def answer() -> None:
            line, _ = server.accept()
            line.recv(1000)
            line.sendall(b"220 mail ready\r\n")
            line.close()

        threading.Thread(target=answer, daemon=True).start()
        port = server.getsockname()[1]
        assert posted(f"http://localhost:{port}/", Guard(frozenset({"localhost"}))).wrong == "no answer of the web"
