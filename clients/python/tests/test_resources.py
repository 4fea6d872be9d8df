"""Pages, jobs, confirmations, bulk writes and the feed, in both clients."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from room import Room, cut, refuse, reply

from judgment import BulkReport, ConnectionError, GapError, JudgmentError, UsageError
from judgment.types import UpsertOperation

JOB = {"id": "job_1", "result_status": None, "result": None}


def test_a_list_is_every_item_of_every_page_and_first_is_one_page(room: Room) -> None:
    pages = [reply(200, {"documents": [{"id": "a"}], "next_cursor": "c1"}), reply(200, {"documents": [], "next_cursor": "c2"})]
    last = reply(200, {"documents": [{"id": "b"}], "next_cursor": None})
    room.play(*pages, last)
    query = room.client().namespace("a").query({"limit": 1})
    assert [document["id"] for document in query] == ["a", "b"]
    assert room.bodies() == [{"limit": 1}, {"limit": 1, "cursor": "c1"}, {"limit": 1, "cursor": "c2"}]
    room.play(pages[0])
    assert query.first()["next_cursor"] == "c1"
    room.play(reply(200, {"jobs": [], "next_cursor": "c/1"}), reply(200, {"jobs": [{"id": "j"}], "next_cursor": None}))
    assert [job["id"] for job in room.client().jobs.list(status="done", limit=5)] == ["j"]
    assert [request.url.query for request in room.heard] == [b"limit=5&status=done", b"limit=5&cursor=c%2F1&status=done"]


def test_a_list_that_gives_its_own_cursor_again_is_no_endless_loop(room: Room) -> None:
    page = reply(200, {"documents": [], "next_cursor": "c"})
    room.play(page, page, page)
    with pytest.raises(JudgmentError, match="never end"):
        list(room.client().namespace("a").query())


async def test_pages_for_asyncio(room: Room) -> None:
    room.play(
        reply(200, {"documents": [{"id": "a"}], "next_cursor": "c"}),
        reply(200, {"documents": [{"id": "b"}], "next_cursor": None}),
    )
    async with room.async_client() as client:
        assert [document["id"] async for document in client.namespace("a").query()] == ["a", "b"]


def test_a_job_gives_its_result_as_if_the_service_had_answered_at_once(room: Room) -> None:
    queued = reply(202, {**JOB, "status": "queued"})
    running = reply(200, {**JOB, "status": "running"})
    done = reply(200, {**JOB, "status": "done", "result_status": 200, "result": {"fit": "fit_1"}})
    seen: list[str] = []
    late = room.client().namespace("a").judgments.get("late")
    room.play(queued, running, refuse(503, "unavailable", headers={"retry-after": "1"}), cut, done)
    assert late.fit({}, on_progress=lambda job: seen.append(job["status"])) == {"fit": "fit_1"}
    assert seen == ["queued", "running", "done"]
    assert room.waits[0] == 0.5
    room.play(queued)
    assert late.fit(wait_for_job=False)["status"] == "queued"
    room.play(queued, reply(200, {**JOB, "status": "failed", "result_status": 409, "result": {"error": {"code": "conflict"}}}))
    with pytest.raises(JudgmentError) as failed:
        late.fit()
    assert (failed.value.status, failed.value.code) == (409, "conflict")
    room.play(queued, running, running)
    with pytest.raises(JudgmentError) as late_job:
        late.fit(job_timeout=1)
    assert (late_job.value.code, late_job.value.details["job"]) == ("job_timeout", "job_1")
    room.play(queued, cut)
    with pytest.raises(ConnectionError) as lost:
        late.fit(retries=0)
    assert (lost.value.details["job"], lost.value.idempotency_key) == ("job_1", room.keys()[0])


def test_sends_a_change_again_with_its_token_and_a_fresh_key_when_it_is_confirmed(room: Room) -> None:
    judgments = room.client().namespace("a").judgments
    room.play(
        reply(200, {"status": "confirmation_required", "confirm": "tok"}), reply(201, {"status": "created", "confirm": None})
    )
    change = judgments.create({"name": "late"})
    made = judgments.confirm(change)
    assert made["status"] == "created"
    assert room.bodies() == [{"name": "late"}, {"name": "late", "confirm": "tok"}]
    assert room.keys()[0] != room.keys()[1]
    with pytest.raises(UsageError):
        judgments.confirm(made)


def test_reads_documents_in_batches_and_what_did_not_fit_again(room: Room) -> None:
    ids = [f"i{n}" for n in range(150)]
    room.play(
        reply(200, {"documents": [{"id": "i0"}], "missing": ["i2"], "remaining": ["i1"]}),
        reply(200, {"documents": [{"id": "i1"}], "missing": [], "remaining": []}),
    )
    found = room.client().namespace("a").documents.get_many(ids, include=["state"])
    assert ([one["id"] for one in found["documents"]], found["missing"]) == (["i0", "i1"], ["i2"])
    assert [len(body["ids"]) for body in room.bodies()] == [100, 51]
    assert room.bodies()[1]["ids"][0] == "i1"
    room.play(reply(200, {"id": "a"}))
    room.client().namespace("a").documents.get("a/b", fresh="require", include=["state", "answers"])
    assert room.heard[0].url.raw_path == b"/v1/namespaces/a/documents/a%2Fb?fresh=require&include=state%2Canswers"


def written(request: httpx.Request) -> httpx.Response:
    rows = json.loads(request.content)["upsert"]
    if any(row["id"] == "bad" for row in rows):
        return refuse(400, "invalid_request", {"path": "/upsert/0/id"})(request)
    return httpx.Response(200, json={"upserted": len(rows), "documents": []})


def rows() -> Iterator[UpsertOperation]:
    for n in range(12):
        yield {"id": "bad" if n == 7 else "same" if n % 3 == 0 else f"i{n}", "attributes": {"n": n}}
    yield {"id": "nan", "attributes": {"n": float("nan")}}
    yield "no row"  # type: ignore[misc]


SENT = ["same0", "i1", "i2", "same3", "i4", "i5", "same6", "i8", "same9", "i10", "i11"]


def sent(room: Room) -> list[str]:
    accepted = [body["upsert"] for body in room.bodies() if all(row["id"] != "bad" for row in body["upsert"])]
    return [row["id"] + (str(row["attributes"]["n"]) if row["id"] == "same" else "") for batch in accepted for row in batch]


def test_a_bulk_write_keeps_the_order_halves_what_is_refused_and_reports_the_row(room: Room) -> None:
    room.play(*[written] * 40)
    refused: list[tuple[str, str]] = []
    told: list[int] = []
    report = (
        room.client()
        .namespace("a")
        .documents.bulk(
            rows(),
            max_rows=4,
            on_refused=lambda row, error: refused.append((str(row)[:13], error.code)),
            on_written=lambda sums: told.append(sums.written),
        )
    )
    assert report == BulkReport(written=11, refused=3)
    assert sorted(refused) == [("no row", "usage"), ("{'id': 'bad',", "invalid_request"), ("{'id': 'nan',", "usage")]
    assert sent(room) == SENT
    assert all(len({row["id"] for row in body["upsert"]}) == len(body["upsert"]) <= 4 for body in room.bodies())
    assert told == sorted(told)
    assert len(set(room.keys())) == len(room.heard)


async def test_a_bulk_write_for_asyncio_takes_both_kinds_of_sources(room: Room) -> None:
    async def source() -> AsyncIterator[UpsertOperation]:
        for row in rows():
            yield row

    async with room.async_client() as client:
        for given in (source(), rows()):
            room.play(*[written] * 40)
            assert await client.namespace("a").documents.bulk(given, max_rows=4) == BulkReport(11, 3)
            assert sent(room) == SENT


@pytest.mark.parametrize("step", [refuse(403, "forbidden"), refuse(400, "invalid_request", {"path": "/ns"})])
def test_a_refusal_that_is_not_about_a_row_ends_a_bulk_write(room: Room, step: object) -> None:
    room.play(step, written)  # type: ignore[arg-type]
    with pytest.raises(JudgmentError):
        room.client().namespace("a").documents.bulk([{"id": "1"}, {"id": "2"}])
    assert len(room.heard) == 1
    with pytest.raises(UsageError, match="idempotency_key"):
        room.client().namespace("a").documents.bulk([], idempotency_key="nightly")


def feed(ids: list[str], cursor: str) -> object:
    return reply(200, {"events": [{"id": one} for one in ids], "next_cursor": cursor})


async def test_follows_the_feed_across_faults_each_event_once_and_moves_past_empty_pages(room: Room) -> None:
    steps = (feed(["e1", "e2"], "e1"), cut, feed(["e2", "e3"], "e3"), feed([], "e4"), feed(["e5"], "e5"))
    cursors: list[str | None] = []
    ids: list[str] = []
    room.play(*steps)  # type: ignore[arg-type]
    for event in room.client().events.follow(start="e0", on_cursor=cursors.append):
        ids.append(event["id"])
        if event["id"] == "e5":
            break
    assert (ids, cursors) == (["e1", "e2", "e3", "e5"], ["e1", "e3", "e4"])
    room.play(*steps)  # type: ignore[arg-type]
    async with room.async_client() as client:
        async for event in client.events.follow(start="e0"):
            ids.append(event["id"])
            if event["id"] == "e5":
                break
    assert ids[4:] == ids[:4]


def test_raises_a_gap_or_goes_on_at_the_oldest_event_and_never_asks_for_ever(room: Room) -> None:
    expired = refuse(400, "invalid_request", {"reason": "cursor_expired"})
    events = room.client().events
    room.play(expired)
    with pytest.raises(GapError):
        next(events.follow(start="e0"))
    room.play(expired, feed(["e9"], "e9"))  # type: ignore[arg-type]
    assert next(events.follow(start="e0", on_gap="oldest"))["id"] == "e9"
    room.play(*[expired] * 50)
    with pytest.raises(GapError):
        next(events.follow(start="e0", on_gap="oldest"))
    assert len(room.heard) == 2
