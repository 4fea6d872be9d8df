"""The attempts of one call: the same Idempotency-Key in each of a write, waits as the service names them."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Any

from ._flow import Broken, Flow, Reply, Send, Sleep
from ._json import json_of, parsed
from ._options import CallOptions, Meta, Settings, limits_of
from ._retry import Outcome, Stop, decide
from .errors import ConnectionError, JudgmentError, UsageError, error_of


@dataclass(frozen=True)
class Request:
    """One HTTP request of the API, below the base address."""

    method: str
    path: str
    """Begins with a slash; escaped; with its query."""
    body: object = None
    is_read: bool = False
    """Changes nothing, whatever its method: it has no Idempotency-Key."""


@dataclass(frozen=True)
class Answer:
    """The data of a reply, and what it says beside it."""

    data: Any
    meta: Meta


def attempts(settings: Settings, request: Request, options: CallOptions) -> Flow[Answer]:
    """Sends a request until it is answered. Raises JudgmentError for every refusal, ConnectionError without a whole reply."""
    limits = limits_of(settings.defaults, options)
    runtime = settings.runtime
    content = None if request.body is None else json_of(request.body)
    key = None if request.is_read else options.get("idempotency_key") or secrets.token_hex(16)
    ends = runtime.now() + limits.total_timeout
    is_key_renewed = False
    is_maybe_done = False
    faults = 0
    number = 0
    while True:
        number += 1
        left = max(0.001, ends - runtime.now())
        headers = _headers_of(settings, content is not None, key, options.get("accept"))
        url = f"{settings.base_url}{request.path}"
        tried: Reply | Broken = yield Send(request.method, url, headers, content, min(limits.timeout, left))
        if isinstance(tried, Reply):
            if 200 <= tried.status < 300:
                return _answer_of(tried, number, key, options)
            if tried.status == 401 and not is_key_renewed and settings.forget():
                is_key_renewed = True
                continue
        outcome = _outcome_of(tried)
        faults += outcome.is_fault
        # A refusal for now says nothing of the attempts before it.
        done = outcome.may_be_done
        is_maybe_done = is_maybe_done if done is None else done
        decision = decide(
            outcome,
            attempt=number,
            faults=faults,
            left=ends - runtime.now(),
            retries=limits.retries,
            now=runtime.now(),
            random=runtime.random(),
        )
        if isinstance(decision, Stop):
            raise _failure_of(tried, key, is_maybe_done and key is not None, decision.retry_after)
        yield Sleep(decision.seconds)


def _headers_of(settings: Settings, has_body: bool, key: str | None, accept: str | None) -> dict[str, str]:
    headers = {"accept": accept or "application/json", "authorization": settings.authorization()}
    if has_body:
        headers["content-type"] = "application/json"
    if key is not None:
        headers["idempotency-key"] = key
    for name, value in headers.items():
        if not (value.isascii() and value.isprintable()):
            # The message holds no value, since one is a secret.
            raise UsageError(f"The {name} header cannot carry this text: give it without line breaks and in ASCII.")
    return headers


def _answer_of(reply: Reply, number: int, key: str | None, options: CallOptions) -> Answer:
    is_json, data = _data_of(reply) if "accept" in options else parsed(reply.content)
    if not is_json:
        start = json.dumps(str(data)[:80])
        raise JudgmentError(
            f"The answer is no JSON, so base_url is not the service's; it begins {start}.{_tell_of(key is not None)}",
            code="not_json",
            status=reply.status,
            outcome_unknown=key is not None,
            idempotency_key=key,
        )
    meta = Meta(
        status=reply.status,
        attempts=number,
        request_id=reply.headers.get("x-request-id"),
        replayed=reply.headers.get("idempotent-replayed") == "true",
        idempotency_key=key,
        headers=reply.headers,
    )
    if on_reply := options.get("on_reply"):
        on_reply(meta)
    return Answer(data, meta)


def _data_of(reply: Reply) -> tuple[bool, Any]:
    """The data in a form that the caller asked for, which is never refused."""
    kind = reply.headers.get("content-type", "")
    if kind.startswith("text/"):
        return True, reply.content.decode("utf-8", "replace")
    return True, parsed(reply.content)[1] if kind.startswith("application/json") else reply.content


def _outcome_of(tried: Reply | Broken) -> Outcome:
    if isinstance(tried, Broken):
        return Outcome(status=None)
    error = _envelope_of(tried)
    details = error.get("details")
    resets_at = details.get("resets_at") if isinstance(details, dict) else None
    return Outcome(
        status=tried.status,
        retry_after=tried.headers.get("retry-after"),
        resets_at=resets_at if isinstance(resets_at, str) else None,
        is_ours=isinstance(error.get("code"), str),
    )


def _envelope_of(reply: Reply) -> dict[str, Any]:
    _, data = parsed(reply.content)
    error = data.get("error") if isinstance(data, dict) else None
    return error if isinstance(error, dict) else {}


def _failure_of(tried: Reply | Broken, key: str | None, unknown: bool, retry_after: float | None) -> JudgmentError:
    if isinstance(tried, Broken):
        error: JudgmentError = ConnectionError(
            f"No whole reply came from the service ({type(tried.cause).__name__}).{_tell_of(unknown)}",
            code="connection",
            outcome_unknown=unknown,
            idempotency_key=key,
            retry_after=retry_after,
        )
        error.__cause__ = tried.cause
        return error
    if 300 <= tried.status < 400:
        place = tried.headers.get("location", "another address")
        return JudgmentError(
            f"The address redirects to {place}, where no key is sent: set base_url to the final one.",
            code="redirect",
            status=tried.status,
            idempotency_key=key,
        )
    return error_of(
        tried.status,
        parsed(tried.content)[1],
        request_id=tried.headers.get("x-request-id"),
        outcome_unknown=unknown,
        idempotency_key=key,
        retry_after=retry_after,
    )


def _tell_of(unknown: bool) -> str:
    return " The write may have been carried out: repeat it with the same idempotency_key." if unknown else ""
