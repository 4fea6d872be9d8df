"""The cases that all libraries of Standard Webhooks test, and mistakes of receivers."""

from __future__ import annotations

import base64
import email.message
import hashlib
import hmac
import json
from typing import Any

import pytest

from judgment import WebhookVerificationError, verify_webhook

FIRST, SECOND = (f"whsec_{base64.b64encode(bytes([n]) * 32).decode()}" for n in (1, 2))
AT = 1_790_000_000
EVENT = {"id": "evt_1", "type": "subscription.entered", "timestamp": "2026-03-04T09:30:00.120Z", "data": {"namespace": "a"}}
PAYLOAD = json.dumps(EVENT)


def signed(body: str = PAYLOAD, secrets: tuple[str, ...] = (FIRST,)) -> dict[str, str]:
    entries = []
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        digest = hmac.new(key, f"evt_1.{AT}.{body}".encode(), hashlib.sha256).digest()
        entries.append(f"v1,{base64.b64encode(digest).decode()}")
    return {"webhook-id": "evt_1", "webhook-timestamp": str(AT), "webhook-signature": " ".join(entries)}


def verify(**over: Any) -> object:
    given = {"payload": PAYLOAD, "headers": signed(), "secret": FIRST, "now": AT, **over}
    return verify_webhook(**given)


def reason(**over: Any) -> str:
    with pytest.raises(WebhookVerificationError) as caught:
        verify(**over)
    assert FIRST[6:20] not in str(caught.value)
    return caught.value.reason


def test_the_published_vector_is_accepted_but_is_no_event() -> None:
    headers = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    with pytest.raises(ValueError, match="signed but is no event"):
        verify_webhook('{"test": 2432232314}', headers, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", now=1_614_265_330)


def test_text_bytes_headers_in_any_case_and_pairs_give_the_event() -> None:
    assert verify() == verify(payload=PAYLOAD.encode()) == EVENT
    assert verify(headers={name.upper(): value for name, value in signed().items()}) == EVENT
    assert verify(headers=[*signed().items(), ("accept", "a"), ("accept", "b")]) == EVENT
    assert verify(secret=FIRST.removeprefix("whsec_")) == EVENT
    message = email.message.Message()
    for name, value in signed().items():
        message[name.title()] = value
    assert verify(headers=message) == EVENT


def test_either_secret_of_a_rotation_is_accepted() -> None:
    headers = signed(secrets=(SECOND, FIRST))
    for secret in (FIRST, SECOND, [FIRST], [SECOND, FIRST]):
        assert verify(headers=headers, secret=secret) == EVENT
    assert verify(secret=[SECOND, FIRST]) == EVENT
    right = signed()["webhook-signature"]
    assert verify(headers={**signed(), "webhook-signature": f"v1,AAAA v2,x v1a,zz {right} v1,AAAA"}) == EVENT


@pytest.mark.parametrize("name", ["id", "timestamp", "signature"])
def test_a_header_that_is_missing_empty_or_there_twice_is_refused(name: str) -> None:
    rest = [(key, value) for key, value in signed().items() if key != f"webhook-{name}"]
    assert reason(headers=rest) == "headers"
    assert reason(headers=[*rest, (f"webhook-{name}", "")]) == "headers"
    assert reason(headers=[*signed().items(), (f"Webhook-{name}", "1")]) == "headers"


@pytest.mark.parametrize("timestamp", ["hello", "-5", "1e9", "1614265330.5", " 1614265330", "\u0661"])
def test_a_timestamp_that_is_no_whole_number_of_seconds_is_refused(timestamp: str) -> None:
    assert reason(headers={**signed(), "webhook-timestamp": timestamp}) == "headers"


def test_five_minutes_are_tolerated_and_no_more() -> None:
    for off in (-300.0, -299, 0, 299, 300):
        assert verify(now=AT + off) == EVENT
    for off in (-301, -300.001, 300.001, 301):
        assert reason(now=AT + off) == "timestamp"
    assert reason(now=None) == "timestamp"


@pytest.mark.parametrize("value", ["v1,wrong", signed()["webhook-signature"][:8], "v1,", signed()["webhook-signature"][3:]])
def test_a_wrong_signature_is_refused(value: str) -> None:
    assert reason(headers={**signed(), "webhook-signature": value}) == "signature"
    assert reason(headers={**signed(), "webhook-signature": signed()["webhook-signature"].replace("v1,", "v2,")}) == "signature"


def test_another_body_id_or_secret_is_refused() -> None:
    for payload in ("", f"{PAYLOAD} ", json.dumps(EVENT, indent=1)):
        assert reason(payload=payload) == "signature"
    assert reason(headers={**signed(), "webhook-id": "evt_2"}) == "signature"
    assert reason(secret=SECOND) == "signature"
    assert reason(secret=[]) == "signature"


@pytest.mark.parametrize(
    ("word", "secret"),
    [
        ("empty", ""),
        ("begins with `v1,`", f"v1,{FIRST}"),
        ("blank", f"{FIRST}\n"),
        ("base64", FIRST[:-1]),
        ("base64", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaL-_w"),
        ("bytes", "whsec_AAAA"),
    ],
)
def test_a_secret_with_a_mistake_is_explained(word: str, secret: str) -> None:
    with pytest.raises(WebhookVerificationError, match=word) as caught:
        verify(secret=secret)
    assert caught.value.reason == "signature"


def test_a_parsed_body_is_refused_and_one_that_is_signed_but_no_event() -> None:
    with pytest.raises(TypeError, match="raw body"):
        verify(payload=EVENT)
    for body in ("", "null", "[]", '{"id":"evt_1"}', "no json"):
        with pytest.raises(ValueError, match=r"no event|Expecting"):
            verify(payload=body, headers=signed(body))


def test_every_entry_is_compared_with_every_secret_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    compare = hmac.compare_digest

    def counted(left: bytes, right: bytes) -> bool:
        nonlocal compared
        compared += 1
        return compare(left, right)

    monkeypatch.setattr(hmac, "compare_digest", counted)
    right, wrong = signed()["webhook-signature"], f"v1,{'A' * 43}="
    for value, secret in ((f"{right} {wrong} {wrong}", [FIRST, SECOND]), (f"{wrong} {wrong} {right}", [SECOND, FIRST])):
        compared = 0
        verify(headers={**signed(), "webhook-signature": value}, secret=secret)
        assert compared == 6
