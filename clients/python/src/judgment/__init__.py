"""Client of the Judgment Service, and the verification of its webhooks."""

from ._bulk import BulkReport
from ._client import AsyncClient, Client
from ._documents import DocumentsById
from ._options import CallOptions, ClientOptions, Meta, Runtime
from ._pages import AsyncPages, Pages
from ._version import __version__
from .dataframe import to_dataframe
from .errors import ConnectionError, DailyAllowanceError, GapError, JudgmentError, UsageError
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncClient",
    "AsyncPages",
    "BulkReport",
    "CallOptions",
    "Client",
    "ClientOptions",
    "ConnectionError",
    "DailyAllowanceError",
    "DocumentsById",
    "GapError",
    "JudgmentError",
    "Meta",
    "Pages",
    "Runtime",
    "UsageError",
    "WebhookVerificationError",
    "__version__",
    "to_dataframe",
    "verify_webhook",
]
