"""Documents and labels as a table of pandas, with the engine's numbers and the calibrated ones in columns of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from .errors import UsageError
from .types import DocumentView, LabelItem, LabelTable

if TYPE_CHECKING:
    import pandas

_NUMBERS = ("p", "value", "score", "normalized", "escape_p")
_LISTS = ("raw", "calibrated")


def to_dataframe(items: Iterable[DocumentView] | Iterable[LabelItem] | Iterable[LabelTable]) -> pandas.DataFrame:
    """A row a document, or a row a label.

    Documents, such as those of `query` and `documents.get_many`: `id`, `version`, `created_at`, `updated_at`,
    `attributes.<name>`, `state` and `images` where they were read, and of each judgment `<judgment>.status`,
    `<judgment>.raw.p`, `<judgment>.calibrated.p` (also `value`, `score`, `normalized`, `escape_p`, `dist.<option>`) and
    `<judgment>.thresholds.<name>`. `raw` is as the engine answered, `calibrated` as the fit reads it: without a fit it is
    missing.

    Labels, those of `calibration_labels`: its members, with `raw.p` and `calibrated.p` of a bool. Of a choice or a score give
    `calibration_labels().pages()`, which name the classes: the columns are `raw.<class>`, and `raw.` with the place of a
    class that has no name.

    Args:
        items: read to their end, and kept in memory.

    Raises:
        ImportError: without pandas.
        UsageError: for labels with several numbers each and no names of classes.
    """
    try:
        import pandas
    except ImportError as error:
        raise ImportError('to_dataframe needs pandas: pip install "judgment-service[pandas]".') from error
    return pandas.DataFrame([row for item in items for row in _rows_of(item)])


def _rows_of(item: Mapping[str, Any]) -> list[dict[str, Any]]:
    if "rows" in item:
        return [_label_row(label, item["classes"]) for label in item["rows"]]
    if "raw" in item:
        return [_label_row(item, [])]
    return [_document_row(item)]


def _document_row(document: Mapping[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {name: document[name] for name in ("id", "version", "created_at", "updated_at")}
    for name, value in document.get("attributes", {}).items():
        row[f"attributes.{name}"] = value
    for part in ("state", "images"):
        if part in document:
            row[part] = document[part]
    for judgment, answer in document.get("answers", {}).items():
        row[f"{judgment}.status"] = answer["status"]
        row |= _numbers_of(f"{judgment}.raw", answer)
        row |= _numbers_of(f"{judgment}.calibrated", answer.get("calibrated") or {})
        for name, holds in answer.get("thresholds", {}).items():
            row[f"{judgment}.thresholds.{name}"] = holds
    return row


def _numbers_of(prefix: str, numbers: Mapping[str, Any]) -> dict[str, Any]:
    plain = {f"{prefix}.{name}": numbers[name] for name in _NUMBERS if name in numbers}
    return plain | {f"{prefix}.dist.{option}": p for option, p in (numbers.get("dist") or {}).items()}


def _label_row(label: Mapping[str, Any], classes: list[Any]) -> dict[str, Any]:
    row = {name: value for name, value in label.items() if name not in _LISTS}
    for name in _LISTS:
        for n, p in enumerate(label[name] or []):
            row[f"{name}.{_class_name(n, classes, len(label[name]))}"] = p
    return row


def _class_name(n: int, classes: list[Any], count: int) -> str:
    if count == 1:
        return "p"
    if not classes:
        raise UsageError("These labels have a number for each class: give calibration_labels().pages(), which name the classes.")
    name = classes[n] if n < len(classes) else None
    return "none_of_these" if name is None and n == len(classes) - 1 else str(n if name is None else name)
