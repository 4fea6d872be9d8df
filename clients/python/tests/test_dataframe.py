"""Documents and labels as a table, with raw and calibrated numbers in columns of their own."""

from __future__ import annotations

import builtins
from typing import Any, cast

import pytest

from judgment import UsageError, to_dataframe
from judgment.types import DocumentView, LabelItem, LabelTable

TIMES = {"version": 1, "created_at": "2026-01-01T00:00:00.000Z", "updated_at": "2026-01-01T00:00:00.000Z"}
BOOL = {"type": "bool", "status": "fresh", "p": 0.7, "calibrated": {"p": 0.4, "fit": "fit_1"}, "thresholds": {"alarm": True}}
CHOICE = {"type": "choice", "status": "fresh", "value": "x", "dist": {"x": 0.8}, "escape_p": 0.2, "calibrated": None}
DOCUMENTS = [
    {"id": "a", **TIMES, "attributes": {"n": 1}, "state": {"t": "x"}, "answers": {"late": BOOL, "kind": CHOICE}},
    {"id": "b", **TIMES, "attributes": {}, "answers": {"late": {"type": "bool", "status": "pending", "calibrated": None}}},
]


def label(raw: list[float], calibrated: list[float] | None) -> dict[str, Any]:
    return {"answer": "ans_1", "document": "a", "y": 1, "weight": 1.5, "raw": raw, "calibrated": calibrated}


def test_documents_have_raw_and_calibrated_numbers_beside_each_other() -> None:
    frame = to_dataframe(cast("list[DocumentView]", DOCUMENTS))
    assert list(frame["id"]) == ["a", "b"]
    first = frame.iloc[0]
    assert (first["late.raw.p"], first["late.calibrated.p"], first["late.thresholds.alarm"]) == (0.7, 0.4, True)
    assert (first["kind.raw.value"], first["kind.raw.dist.x"], first["kind.raw.escape_p"]) == ("x", 0.8, 0.2)
    assert (first["attributes.n"], first["state"]) == (1, {"t": "x"})
    assert frame["late.raw.p"].isna().tolist() == [False, True]
    assert "kind.calibrated.value" not in frame


def test_labels_have_their_numbers_by_class() -> None:
    items = cast("list[LabelItem]", [label([0.7], [0.4]), label([0.6], None)])
    frame = to_dataframe(items)
    assert list(frame["raw.p"]) == [0.7, 0.6]
    assert frame["calibrated.p"].isna().tolist() == [False, True]
    table = {"classes": ["x", "y", None], "rows": [label([0.5, 0.3, 0.2], None)]}
    wide = to_dataframe(cast("list[LabelTable]", [table]))
    assert wide.filter(like="raw.").iloc[0].to_dict() == {"raw.x": 0.5, "raw.y": 0.3, "raw.none_of_these": 0.2}
    with pytest.raises(UsageError, match="pages"):
        to_dataframe(cast("list[LabelItem]", [label([0.5, 0.5], None)]))


def test_nothing_is_an_empty_table() -> None:
    assert len(to_dataframe(cast("list[DocumentView]", []))) == 0


def test_without_pandas_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_pandas(name: str, *rest: Any) -> Any:
        if name == "pandas":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_pandas)
    with pytest.raises(ImportError, match=r"judgment-service\[pandas\]"):
        to_dataframe(cast("list[DocumentView]", []))
