"""What the scenario of the TypeScript client does, against a running service.

JUDGMENT_BASE_URL and JUDGMENT_API_KEY say where; NAMESPACE is one of its own, below which this makes others.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from judgment import AsyncClient, BulkReport, Client, GapError, JudgmentError, Meta, to_dataframe
from judgment.types import JudgmentCreateBody, OutcomeBody, UpsertOperation

LATE: JudgmentCreateBody = {
    "name": "late",
    "type": "bool",
    "question": "Is the order late?",
    "context": {"fields": ["state.text"]},
    "engine": {"name": "jev", "version": "current"},
    "thresholds": {"any": 0},
    "freshness": {"policy": "on_read"},
}


@pytest.fixture
def client() -> Iterator[Client]:
    with Client() as client:
        yield client


@pytest.fixture
def home() -> str:
    return os.environ["NAMESPACE"]


def messages(count: int) -> list[UpsertOperation]:
    return [{"id": f"m{n}", "attributes": {"n": n}, "state": {"text": f"Message {n}"}} for n in range(count)]


def test_writes_in_bulk_judges_queries_and_reads_what_a_person_would_ask_for(client: Client, home: str) -> None:
    desk = client.namespace(f"{home}/road")
    rows = messages(60)
    rows[31]["id"] = "x" * 1_000
    refused: list[tuple[int, str]] = []
    report = desk.documents.bulk(rows, max_rows=10, on_refused=lambda row, error: refused.append((len(row["id"]), error.code)))
    assert (report, refused) == (BulkReport(59, 1), [(1_000, "invalid_request")])
    assert desk.judgments.create(LATE)["status"] == "created"
    found = desk.query({"order_by": [{"path": "attributes.n", "direction": "desc"}], "limit": 7})
    assert [document["id"] for document in found] == [f"m{n}" for n in reversed(range(60)) if n != 31]
    metas: list[Meta] = []
    answer = desk.documents.get("m7", fresh="require", on_reply=metas.append)["answers"]["late"]
    assert (answer["type"], answer["status"], metas[0].status, metas[0].attempts) == ("bool", "fresh", 200, 1)
    many = desk.documents.get_many(["m1", "none", "m2"], include=["attributes"])
    assert ([one["id"] for one in many["documents"]], many["missing"]) == (["m1", "m2"], ["none"])
    assert desk.judgments.get("late").read()["name"] == "late"
    frame = to_dataframe(desk.query({"filter": {"answers.late.thresholds.any": True}}))
    assert frame["late.raw.p"].between(0, 1).all()


async def test_the_client_for_asyncio_does_the_same(home: str) -> None:
    async with AsyncClient() as client:
        desk = client.namespace(f"{home}/later")
        assert await desk.documents.bulk(messages(25), max_rows=10) == BulkReport(25, 0)
        await desk.judgments.create(LATE)
        assert len([document async for document in desk.query({"limit": 4})]) == 25
        judged = await desk.documents.get("m7", fresh="require")
        assert judged["answers"]["late"]["status"] == "fresh"
        result = await desk.delete()
        assert isinstance(result, dict)


@pytest.mark.parametrize("name", ["a%2Fb", "100%", "...", "..x", "ü/✓", "123", "true", "a b+c&d=e?f#g"])
def test_a_document_of_any_name_is_one_document_by_every_call(client: Client, home: str, name: str) -> None:
    desk = client.namespace(f"{home}/names")
    desk.documents.upsert([{"id": name, "state": {"text": name}}, {"id": "other", "state": {}}])
    assert desk.documents.get(name, include=["state"])["state"] == {"text": name}
    desk.documents.delete(name)
    with pytest.raises(JudgmentError) as caught:
        desk.documents.get(name)
    assert (caught.value.code, caught.value.status) == ("not_found", 404)
    assert desk.documents.get("other")["id"] == "other"


def test_namespaces_whose_names_look_like_paths_are_each_one_of_its_own(client: Client, home: str) -> None:
    names = [f"{home}/paths/{end}" for end in ("a/b", "a/..", "..x", "a//b", "a:b")]
    for name in names:
        client.namespace(name).documents.upsert([{"id": "one", "state": {"name": name}}])
    read = [client.namespace(name).documents.get("one", include=["state"])["state"] for name in names]
    assert read == [{"name": name} for name in names]


def test_repeats_a_write_by_its_key_and_names_what_was_refused_and_where(client: Client, home: str) -> None:
    desk = client.namespace(f"{home}/errors")
    metas: list[Meta] = []
    key = f"nightly-{time.time_ns()}"
    first, again = (
        desk.documents.upsert([{"id": "a", "state": {}}], idempotency_key=key, on_reply=metas.append) for _ in range(2)
    )
    assert ([meta.replayed for meta in metas], first) == ([False, True], again)
    with pytest.raises(JudgmentError) as caught:
        desk.query({"filter": {"nowhere.x": 1}}).first()
    assert (caught.value.status, caught.value.code) == (400, "invalid_request")
    assert "/filter" in (caught.value.path or "")
    assert caught.value.request_id


def test_gives_the_result_of_a_job_and_the_events_of_the_work_once_each_and_in_order(client: Client, home: str) -> None:
    desk = client.namespace(f"{home}/feed")
    desk.documents.upsert([{"id": "a", "attributes": {"n": 1}, "state": {}}])
    desk.subscriptions.put("big", {"filter": {"attributes.n": {"gte": 10}}})
    for n in (10, 1, 12):
        desk.documents.write({"patch": [{"id": "a", "attributes": {"n": n}}]})
    types: list[str] = []
    for event in client.events.follow(types=["subscription.*"], namespace_prefix=f"{home}/feed"):
        types.append(event["type"])
        if len(types) == 3:
            break
    assert types == ["subscription.entered", "subscription.exited", "subscription.entered"]
    with pytest.raises((GapError, JudgmentError)):
        next(client.events.follow(start="evt_nonsense"))
    seen: list[str] = []
    desk.delete(on_progress=lambda job: seen.append(job["status"]))
    assert seen[-1] == "done"
    with pytest.raises(JudgmentError):
        desk.read()


def test_labels_and_a_fit_come_home_as_a_table(client: Client, home: str) -> None:
    desk = client.namespace(f"{home}/labels")
    desk.documents.bulk(messages(60))
    desk.judgments.create(LATE)
    late = desk.judgments.get("late")
    late.judge({"documents": [f"m{n}" for n in range(60)]})
    outcomes: list[OutcomeBody] = [{"document": f"m{n}", "value": n % 2 == 0, "as_of": "latest"} for n in range(60)]
    assert late.outcomes.post({"outcomes": outcomes})["matched"] == 60
    late.fit()
    labels = to_dataframe(late.calibration_labels(limit=25))
    assert len(labels) == 60
    assert labels[["raw.p", "calibrated.p", "y", "weight"]].notna().all(axis=None)
    assert sorted(labels["y"].unique()) == [0, 1]
    csv = late.calibration_labels(format="csv", accept="text/csv").first()
    assert str(csv).startswith("answer,")
