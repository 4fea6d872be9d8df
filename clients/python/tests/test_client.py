"""Addresses, keys, bodies and parts of paths: what cannot be sent is refused before anything is."""

from __future__ import annotations

import datetime
import decimal
import logging
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from room import Room, refuse, reply

from judgment import AsyncClient, Client, UsageError
from judgment._retry import Outcome, Stop, Wait, decide

HOME = "https://judge.example.com/v1"


@pytest.mark.parametrize(
    "address",
    [
        "http://judge.example.com/v1",
        "https://judge.example.com",
        "judge/v1",
        "ftp://a/v1",
        "https://jk_1@a/v1",
        "https://a/v1?k=1",
        "https://a:x/v1",
        "http://[::1/v1",
    ],
)
def test_refuses_an_address_that_would_show_the_key_or_is_none(address: str) -> None:
    for kind in (Client, AsyncClient):
        with pytest.raises(UsageError, match="base_url"):
            kind(address, "jk_1")


def test_takes_http_on_this_machine_and_where_the_caller_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("http://localhost:8080/v1", "http://127.0.0.1/v1/", "http://[::1]:1/v1"):
        Client(address, "jk_1").close()
    Client("http://gateway.judgment.svc/v1", "jk_1", allow_insecure_http=True).close()
    monkeypatch.setenv("JUDGMENT_ALLOW_HTTP", "1")
    Client("http://gateway.judgment.svc/v1", "jk_1").close()


def test_reads_address_and_key_from_the_environment_and_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUDGMENT_BASE_URL", raising=False)
    monkeypatch.delenv("JUDGMENT_API_KEY", raising=False)
    with pytest.raises(UsageError, match="JUDGMENT_BASE_URL"):
        Client()
    monkeypatch.setenv("JUDGMENT_BASE_URL", HOME)
    with pytest.raises(UsageError, match="JUDGMENT_API_KEY"):
        Client()
    monkeypatch.setenv("JUDGMENT_API_KEY", "jk_1")
    Client().close()
    with pytest.raises(UsageError, match="Give api_key"):
        Client(api_key="")
    with pytest.raises(UsageError, match="Give base_url"):
        Client(base_url="")


def test_shows_its_key_in_no_repr_log_and_error(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = room.client(api_key="jk_secret")
    room.play(refuse(403, "forbidden"))
    with pytest.raises(Exception, match="Mend") as caught:
        client.organization.read()
    broken = room.client(api_key="jk_\nsecret")
    with pytest.raises(UsageError) as refused:
        broken.organization.read()
    core = client._core
    told = [repr(client), repr(core.settings), repr(caught.value.__dict__), str(refused.value), repr(refused.value.__dict__)]
    assert "secret" not in " ".join([*told, caplog.text])
    assert len(room.heard) == 1


class Numpyish(float):
    """A number that JSON takes although its type is another."""


def circle() -> dict[str, Any]:
    state: dict[str, Any] = {}
    state["itself"] = state
    return state


@pytest.mark.parametrize(
    ("state", "path", "word"),
    [
        ({"n": float("nan")}, "/n", "nan"),
        ({"a": [1, {"b": float("-inf")}]}, "/a/1/b", "-inf"),
        ({"a/b~": {1, 2}}, "/a~1b~0", "set"),
        ({"n": decimal.Decimal("1.5")}, "/n", "decimal.Decimal"),
        ({"at": datetime.datetime(2026, 1, 1)}, "/at", "isoformat"),
        ({"raw": b"x"}, "/raw", "bytes"),
        ({"t": "\ud800"}, "/t", "half of a character"),
        ({"m": {1: "one"}}, "/m", "key 1"),
        (circle(), "/itself/itself", "holds itself"),
        ({"n": 10**5_000}, None, "digits"),
    ],
)
def test_refuses_what_json_cannot_hold_with_its_path(room: Room, state: dict[str, Any], path: str | None, word: str) -> None:
    with pytest.raises(UsageError, match=word) as caught:
        room.client().namespace("a").documents.upsert([{"id": "1", "state": state}])
    assert path is None or (caught.value.path or "").startswith(f"/upsert/0/state{path}")
    assert (room.heard, room.waits) == ([], [])
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("module", "name", "word"),
    [
        ("pandas.api.typing", "NAType", "Give None for a value that is missing"),
        ("pandas.api.typing", "NaTType", "Give None for a value that is missing"),
        ("pandas", "DataFrame", r"\.tolist\(\)"),
        ("numpy", "int64", r"\.item\(\)"),
        ("numpy", "datetime64", "Give text"),
    ],
)
def test_says_what_to_give_for_values_of_numpy_and_pandas(room: Room, module: str, name: str, word: str) -> None:
    value = type(name, (), {"__module__": module})()
    with pytest.raises(UsageError, match=word):
        room.client().namespace("a").documents.upsert([{"id": "1", "state": {"n": value}}])
    timestamp = type("Timestamp", (datetime.datetime,), {"__module__": "pandas"})(2026, 1, 1)
    with pytest.raises(UsageError, match="isoformat"):
        room.client().namespace("a").documents.upsert([{"id": "1", "state": {"n": timestamp}}])


def test_sends_every_other_value_as_it_is(room: Room) -> None:
    state = {"big": 2**70, "n": Numpyish(0.1), "t": ("ü✓", None, True), "tiny": 5e-324}
    room.play(reply(200, {}))
    room.client().namespace("a").documents.upsert([{"id": "1", "state": state}])
    assert room.bodies()[0]["upsert"][0]["state"] == {**state, "t": ["ü✓", None, True]}


@pytest.mark.parametrize("name", ["", ".", "..", "\ud800"])
def test_refuses_a_part_of_a_path_that_addresses_would_fold(room: Room, name: str) -> None:
    for call in (lambda: room.client().namespace(name).read(), lambda: room.client().namespace("a").judgments.get(name).read()):
        with pytest.raises(UsageError):
            call()
    assert room.heard == []


def test_refuses_what_makes_no_address_before_anything_is_sent(room: Room) -> None:
    client = room.client()
    for call in (
        lambda: client.namespace("x" * 70_000).read(),
        lambda: client.request("GET", "organization"),
        lambda: client.request("GET", "/a\nb"),
        lambda: client.organization.usage(namespace_prefix="\ud800").first(),
    ):
        with pytest.raises(UsageError):
            call()
    assert room.heard == []


def test_gives_the_text_or_the_bytes_of_a_form_that_is_no_json(room: Room) -> None:
    client = room.client()
    room.play(lambda _: httpx.Response(200, content=b"1", headers={"content-type": "text/csv; charset=utf-8"}))
    assert client.request("GET", "/usage", accept="text/csv") == "1"
    room.play(lambda _: httpx.Response(200, content=b"\x89PNG\xff", headers={"content-type": "image/png"}))
    assert client.request("GET", "/images/1", accept="image/*") == b"\x89PNG\xff"


AFTER: list[tuple[str, Callable[[], Wait | Stop], Wait | Stop]] = [
    ("a lost connection", lambda: after(Outcome(None)), Wait(0.375)),
    ("its fifth repetition", lambda: after(Outcome(None), attempt=5), Wait(6)),
    ("one more than retries", lambda: after(Outcome(None), attempt=7), Stop(None)),
    ("a named wait", lambda: after(Outcome(429, retry_after="3", is_ours=True)), Wait(3)),
    ("a named wait beyond what is left", lambda: after(Outcome(503, retry_after="90", is_ours=True)), Stop(90)),
    ("a wait of all that is left", lambda: after(Outcome(503, retry_after="3"), left=3), Wait(3)),
    ("an allowance of a day", lambda: after(Outcome(429, resets_at="x", is_ours=True)), Stop(None)),
    ("a third fault", lambda: after(Outcome(500, is_ours=True), faults=3), Stop(None)),
    ("a proxy's third", lambda: after(Outcome(500), attempt=3), Wait(1.5)),
    ("a status of a proxy", lambda: after(Outcome(522)), Wait(0.375)),
    ("the same of the service", lambda: after(Outcome(522, is_ours=True)), Stop(None)),
    ("no date", lambda: after(Outcome(429, retry_after="soon")), Wait(0.375)),
]


def after(outcome: Outcome, attempt: int = 1, faults: int = 1, left: float = 60) -> Wait | Stop:
    return decide(outcome, attempt=attempt, faults=faults, left=left, retries=6, now=0, random=0)


@pytest.mark.parametrize(("what", "decided", "expected"), AFTER, ids=[what for what, _, _ in AFTER])
def test_is_answered_by_the_table_of_retries(what: str, decided: Callable[[], Wait | Stop], expected: Wait | Stop) -> None:
    assert decided() == expected, what
