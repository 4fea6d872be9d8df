"""What a user types, as mypy reads it in strict mode: a comment that ignores an error fails where there is none."""

from __future__ import annotations

import inspect
from typing import Any, assert_type, get_type_hints

import pytest

import judgment.async_resources
import judgment.resources
import judgment.types
from judgment import AsyncClient, Client, UsageError
from judgment.types import AnswerView, BoolAnswer, DocumentView, JobView, LabelTable, UpsertOperation, WebhookEvent


def p_of(answer: AnswerView) -> float | None:
    if answer["type"] == "bool":
        assert_type(answer, BoolAnswer)
        return answer["p"]
    if answer["type"] == "choice":
        assert_type(answer["value"], str | None)
        return answer["p"]  # type: ignore[typeddict-item, no-any-return]
    assert_type(answer["value"], str | float | None)
    return answer["normalized"]


def document_of(event: WebhookEvent) -> str | None:
    if event["type"] == "subscription.entered" or event["type"] == "subscription.exited":
        return event["data"]["document"]
    return event["data"]["nowhere"]  # type: ignore[typeddict-item, no-any-return]


def read(client: Client) -> None:
    desk = client.namespace("acme/desk")
    for document in desk.query({"filter": {"answers.late.calibrated.p": {"gte": 0.3}}, "limit": 10}):
        assert_type(document, DocumentView)
    desk.query({"filtre": {}})  # type: ignore[arg-type]
    desk.judgments.create({"name": "late", "type": "boolean"})  # type: ignore[typeddict-item]
    desk.documents.upsert([{"state": {}}])  # type: ignore[typeddict-item]
    desk.documents.bulk([], max_rows="many")  # type: ignore[arg-type]
    client.jobs.list(status="ready")  # type: ignore[arg-type]
    client.jobs.get("job_1", timeuot=3)  # type: ignore[call-arg]
    for table in desk.judgments.get("late").calibration_labels().pages():
        assert_type(table, LabelTable)


async def read_later(client: AsyncClient) -> JobView:
    desk = client.namespace("acme/desk")
    rows: list[UpsertOperation] = [{"id": "1", "state": {"any": ["thing"]}}]
    await desk.documents.upsert(rows)
    async for document in desk.query():
        assert_type(document, DocumentView)
    return client.jobs.get("job_1")  # type: ignore[return-value]


def later(job: JobView) -> bool:
    return job["status"] == "a_status_of_a_later_version"


def methods(module: Any, prefix: str) -> dict[str, list[str]]:
    classes = inspect.getmembers(module, lambda one: inspect.isclass(one) and one.__module__ == module.__name__)
    return {
        name.removeprefix(prefix): sorted(
            member for member, _ in inspect.getmembers(kind, inspect.isfunction) if member[0] != "_"
        )
        for name, kind in classes
    }


def test_both_clients_have_the_same_resources_and_methods() -> None:
    assert methods(judgment.resources, "") == methods(judgment.async_resources, "Async")
    assert len(methods(judgment.resources, "")) == 17


def test_every_type_can_be_read_while_a_program_runs() -> None:
    shapes = [one for one in vars(judgment.types).values() if isinstance(one, type) and one.__module__ == "judgment.types"]
    assert len(shapes) > 300
    for shape in shapes:
        assert get_type_hints(shape)


def test_an_option_that_does_not_exist_is_refused_while_a_program_runs() -> None:
    with pytest.raises(UsageError, match="timeuot"):
        Client("https://judge.example.com/v1", "jk_1", timeuot=3)  # type: ignore[call-arg]
