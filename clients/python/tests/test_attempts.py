"""What is sent again, what is raised, and what a write is known to have done."""

from __future__ import annotations

import pickle

import httpx
import pytest
from room import Room, cut, refuse, reply

from judgment import Client, ConnectionError, DailyAllowanceError, JudgmentError, Meta, UsageError
from judgment.types import UpsertOperation

ROWS: list[UpsertOperation] = [{"id": "1", "state": {}}]
WRITTEN = {"upserted": 1, "documents": []}


def refusal(client: Client, **options: object) -> JudgmentError:
    with pytest.raises(JudgmentError) as caught:
        client.namespace("a/b").documents.upsert(ROWS, **options)  # type: ignore[arg-type]
    return caught.value


def test_waits_as_the_service_says_and_repeats_a_write_with_one_key(room: Room) -> None:
    limited = refuse(429, "rate_limited", headers={"retry-after": "3"})
    room.play(limited, cut, refuse(503, "unavailable", headers={"retry-after": "1"}), reply(200, WRITTEN))
    metas: list[Meta] = []
    assert room.client().namespace("a/b").documents.upsert(ROWS, on_reply=metas.append) == WRITTEN
    assert [meta.attempts for meta in metas] == [4]
    assert len(room.heard) == 4
    assert len(set(room.keys())) == 1
    assert room.keys()[0] == metas[0].idempotency_key
    assert {request.content for request in room.heard} == {b'{"upsert":[{"id":"1","state":{}}]}'}
    assert {request.url.raw_path for request in room.heard} == {b"/v1/namespaces/a%2Fb/documents"}
    assert 3 <= room.waits[0] < 3.3
    assert room.waits[2] >= 1


async def test_the_client_for_asyncio_runs_the_same_flow(room: Room) -> None:
    room.play(refuse(429, "rate_limited", headers={"retry-after": "3"}), cut, reply(200, WRITTEN))
    async with room.async_client() as client:
        assert await client.namespace("a").documents.upsert(ROWS) == WRITTEN
    assert len(set(room.keys())) == 1
    assert room.waits[0] >= 3


def test_raises_at_once_when_the_named_wait_is_longer_than_what_is_left(room: Room) -> None:
    room.play(refuse(429, "rate_limited", headers={"retry-after": "3"}))
    error = refusal(room.client(), total_timeout=2)
    assert (error.code, error.status, error.retry_after, room.waits) == ("rate_limited", 429, 3, [])


def test_sends_nothing_again_when_the_allowance_of_a_day_is_used_up(room: Room) -> None:
    room.play(refuse(429, "rate_limited", {"resets_at": "2026-11-24T00:00:00Z"}))
    with pytest.raises(DailyAllowanceError) as caught:
        room.client().namespace("a").judgments.get("late").alternatives.drafts()
    assert caught.value.resets_at == "2026-11-24T00:00:00Z"
    assert len(room.heard) == 1


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 409, 410, 413, 422])
def test_never_repeats_what_the_service_refused(room: Room, status: int) -> None:
    room.play(refuse(status, "conflict", {"reason": "if_version", "path": "/upsert/0/id", "request_id": "req_1"}))
    error = refusal(room.client())
    assert (error.status, error.reason, error.path, error.request_id) == (status, "if_version", "/upsert/0/id", "req_1")
    assert (str(error), error.outcome_unknown, len(room.heard)) == ("Mend conflict.", False, 1)


def test_repeats_a_fault_of_the_service_twice_and_what_a_proxy_gave_as_often_as_retries_says(room: Room) -> None:
    room.play(*[refuse(500, "internal", headers={"x-request-id": "req_9"})] * 5)
    error = refusal(room.client())
    assert (error.status, error.request_id, error.outcome_unknown, len(room.heard)) == (500, "req_9", True, 3)
    for status in (500, 502, 520):
        room.play(*[reply(status, "bad gateway")] * 4, reply(200, WRITTEN))
        room.client().namespace("a").documents.upsert(ROWS)


def test_reads_a_date_in_retry_after_as_a_time_from_now(room: Room) -> None:
    later = {"retry-after": "Mon, 23 Nov 2026 00:00:30 GMT"}
    room.play(refuse(409, "conflict", headers=later))
    assert refusal(room.client()).retry_after == 30
    room.play(refuse(503, "unavailable", headers=later), reply(200, WRITTEN))
    room.client().namespace("a").documents.upsert(ROWS)
    assert room.waits[0] >= 30


def test_says_that_a_write_may_have_been_carried_out_and_with_which_key_to_learn_it(room: Room) -> None:
    room.play(cut, cut)
    error = refusal(room.client(), retries=1, idempotency_key="nightly")
    assert isinstance(error, ConnectionError)
    assert (error.outcome_unknown, error.idempotency_key) == (True, "nightly")
    room.play(cut, refuse(429, "rate_limited", headers={"retry-after": "9"}))
    assert refusal(room.client(), total_timeout=5).outcome_unknown
    room.play(refuse(503, "unavailable"))
    assert not refusal(room.client(), retries=0).outcome_unknown
    room.play(cut, refuse(409, "conflict"))
    assert not refusal(room.client()).outcome_unknown
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - what it was made of a moment ago
    assert (type(copy), copy.idempotency_key, str(copy)) == (ConnectionError, "nightly", str(error))


def test_never_says_so_of_a_read_which_has_no_key_whatever_its_method(room: Room) -> None:
    client = room.client(retries=0)
    for read in (client.organization.read, lambda: list(client.namespace("a").query())):
        room.play(cut)
        with pytest.raises(ConnectionError) as caught:
            read()
        assert (caught.value.outcome_unknown, room.keys()) == (False, [None])


def test_follows_no_redirect_with_its_key_and_refuses_a_page_that_is_no_json(room: Room) -> None:
    room.play(reply(308, {}, {"location": "https://other.example.com/v1"}))
    error = refusal(room.client())
    assert (error.code, error.status, "other.example.com" in str(error), len(room.heard)) == ("redirect", 308, True, 1)
    room.play(lambda _: httpx.Response(200, html="<p>Sign in"))
    assert (refusal(room.client()).code, len(room.heard)) == ("not_json", 1)


def test_asks_a_key_function_anew_once_when_the_service_answers_401(room: Room) -> None:
    made = 0

    def key() -> str:
        nonlocal made
        made += 1
        return f"jk_{made}"

    client = room.client(api_key=key)
    unknown = refuse(401, "unauthorized")
    room.play(unknown, reply(200, {"name": "acme"}), unknown, unknown)
    client.organization.read()
    assert [request.headers["authorization"] for request in room.heard] == ["Bearer jk_1", "Bearer jk_2"]
    with pytest.raises(JudgmentError):
        client.organization.read()


@pytest.mark.parametrize(
    ("option", "value"),
    [("timeout", 0), ("timeout", float("nan")), ("total_timeout", 86_401), ("retries", -1), ("retries", 1.5), ("timeuot", 3)],
)
def test_refuses_an_option_out_of_its_bounds_and_one_that_does_not_exist(room: Room, option: str, value: float) -> None:
    error = refusal(room.client(), **{option: value})
    assert isinstance(error, UsageError)
    assert option in str(error)
    assert room.heard == []
