"""A call with its job: where the service answers 202, the job's result as if it had answered with it at once."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

from ._attempts import Answer, Request, attempts
from ._flow import Flow, Sleep
from ._options import CallOptions, Settings
from .errors import JudgmentError, error_of
from .types import JobView

_FIRST_POLL_S = 0.5
_SLOWEST_POLL_S = 5.0


def perform(settings: Settings, request: Request, options: CallOptions) -> Flow[Answer]:
    """One call to its end, its job included unless `wait_for_job` is False."""
    answer = yield from attempts(settings, request, options)
    if answer.meta.status != 202 or options.get("wait_for_job") is False:
        return answer
    return (yield from _result_of(settings, answer, options))


def _result_of(settings: Settings, first: Answer, options: CallOptions) -> Flow[Answer]:
    """Raises JudgmentError with the error that the job ended with, or `job_timeout`; the job itself goes on."""
    now = settings.runtime.now
    ends = now() + options.get("job_timeout", float("inf"))
    pause = _FIRST_POLL_S
    job: JobView = first.data
    polling: CallOptions = {}
    for name in ("timeout", "total_timeout", "retries"):
        if name in options:
            polling[name] = options[name]
    while True:
        if on_progress := options.get("on_progress"):
            on_progress(job)
        status = job["result_status"] or 200
        if job["status"] == "done":
            return Answer(job["result"], replace(first.meta, status=status))
        if job["status"] == "failed":
            raise error_of(status, job["result"], idempotency_key=first.meta.idempotency_key)
        if now() + pause > ends:
            raise JudgmentError(
                f"The job {job['id']} has not ended within job_timeout. It goes on: read it by jobs.get.",
                code="job_timeout",
                details={"job": job["id"]},
                idempotency_key=first.meta.idempotency_key,
            )
        yield Sleep(pause)
        pause = min(_SLOWEST_POLL_S, pause * 1.5)
        # A poll has its own attempts: what the service refuses for now does not end the wait.
        try:
            answer = yield from attempts(settings, Request("GET", f"/jobs/{quote(job['id'], safe='')}", is_read=True), polling)
        except JudgmentError as error:
            raise _lost_sight(job, first, error) from error
        job = answer.data


def _lost_sight(job: JobView, first: Answer, error: JudgmentError) -> JudgmentError:
    """The error of a poll, with what finds the job again."""
    return type(error)(
        f"{error} The job {job['id']} goes on: read it by jobs.get, or repeat the call with its key.",
        code=error.code,
        status=error.status,
        reason=error.reason,
        request_id=error.request_id,
        details={**error.details, "job": job["id"]},
        outcome_unknown=True,
        idempotency_key=first.meta.idempotency_key,
        retry_after=error.retry_after,
    )
