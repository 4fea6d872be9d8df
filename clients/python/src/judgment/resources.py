"""Resources of Client. Written by clients/python/generate.mjs from the API document. Never edited by hand."""

# What the service answers is what its document says: nothing checks it again here.
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, Literal, Unpack

from ._core import Core, Resource
from ._options import CallOptions
from ._pages import Pages
from ._documents import SpecialDocuments
from ._judgments import SpecialJudgments
from ._events import SpecialEvents
from .types import (
    ActivateBody,
    Alternative,
    AlternativeBody,
    AlternativesRunBody,
    AlternativesTable,
    AnswerDistribution,
    AnswerExplanation,
    AnswerOfRecord,
    ApiKeyBody,
    ApiKeyList,
    ApiKeyView,
    BackfillBody,
    BackfillReply,
    BuiltInAnswersList,
    CalibrationHistory,
    CalibrationReport,
    CalibrationRunBody,
    ContextPreviewBody,
    ContextView,
    Deleted,
    DeliveriesRecovered,
    DeliveryList,
    DeliveryView,
    DocumentView,
    DocumentWritten,
    DraftList,
    EndpointBody,
    EndpointDeleted,
    EndpointHours,
    EndpointList,
    EndpointPatchBody,
    EndpointView,
    EngineList,
    EventList,
    EventView,
    GroupBody,
    GroupList,
    GroupValue,
    GroupValues,
    GroupView,
    HistoryItem,
    HistoryList,
    ImageBody,
    ImageView,
    JobList,
    JobResult,
    JobType,
    JobView,
    JudgeBody,
    JudgedDocuments,
    JudgmentChange,
    JudgmentCreateBody,
    JudgmentFigures,
    JudgmentList,
    JudgmentPatchBody,
    JudgmentView,
    LabelItem,
    LabelTable,
    NamespaceCreateBody,
    NamespaceItem,
    NamespaceList,
    NamespaceSettings,
    NamespaceView,
    OrganizationPatchBody,
    OrganizationQuotas,
    OrganizationView,
    OutcomeList,
    OutcomeView,
    OutcomesBody,
    OutcomesPosted,
    PastFit,
    PendingCounts,
    PlacedJudgment,
    PlacedJudgmentList,
    QueryBody,
    QueryView,
    QueueView,
    RecoverBody,
    RedeliverBody,
    RepeatabilityBody,
    RepeatabilityReply,
    RotateSecretBody,
    StarterList,
    SubscriptionBody,
    SubscriptionList,
    SubscriptionView,
    SuggestedPartList,
    SummaryBody,
    SummaryView,
    TestSendBody,
    TestSent,
    ThresholdRecommendation,
    TriedJudgment,
    TryBody,
    UsageDays,
    UsageLine,
    UsageReport,
    VerdictList,
    VersionItem,
    VersionList,
    VersionView,
    WriteBody,
)


class Outcomes(Resource):
    """What actually happened, by document."""

    def post(
        self,
        body: OutcomesBody,
        **options: Unpack[CallOptions],
    ) -> OutcomesPosted:
        """Posts what really happened; each is bound to the answer in force."""
        return self._call("judgment_outcomes_post", [], {}, body, options)

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[OutcomeList, OutcomeView]:
        """Outcomes of a judgment, newest first."""
        return self._list("judgment_outcomes_list", [], {"limit": limit, "cursor": cursor}, None, options)

    def delete(
        self,
        id: str,
        **options: Unpack[CallOptions],
    ) -> Deleted:
        """Takes an outcome back, from the next fit on."""
        return self._call("judgment_outcomes_delete", [id], {}, None, options)


class Alternatives(Resource):
    """Other engines, wordings and contexts, compared with the active version on the same outcomes."""

    def table(
        self,
        **options: Unpack[CallOptions],
    ) -> AlternativesTable:
        """What other engines, wordings and contexts would be worth on labelled answers, and what scoring costs; with
        `Accept: text/html` as a page.
        """
        return self._call("judgment_alternatives_table", [], {}, None, options)

    def add(
        self,
        body: AlternativeBody,
        **options: Unpack[CallOptions],
    ) -> Alternative:
        """Names an alternative to the active version; nothing is asked or billed until a quote is confirmed."""
        return self._call("judgment_alternatives_add", [], {}, body, options)

    def run(
        self,
        body: AlternativesRunBody,
        **options: Unpack[CallOptions],
    ) -> JobResult:
        """Confirms the quote that its generation names; a job scores what is unscored, billed as judging."""
        return self._call("judgment_alternatives_run", [], {}, body, options)

    def delete(
        self,
        id: str,
        **options: Unpack[CallOptions],
    ) -> Deleted:
        """Takes a named alternative off the table; a scored one still counts until the month ends."""
        return self._call("judgment_alternatives_delete", [id], {}, None, options)

    def drafts(
        self,
        **options: Unpack[CallOptions],
    ) -> DraftList:
        """Up to four other wordings of the question, by a third party's language model that sees no data."""
        return self._call("judgment_alternatives_drafts", [], {}, None, options)


class Judgment(Resource):
    """One judgment."""

    def __init__(self, core: Core, ns: str, name: str) -> None:
        super().__init__(core, ns, name)
        self.outcomes = Outcomes(core, ns, name)
        self.alternatives = Alternatives(core, ns, name)

    def backfill(
        self,
        body: BackfillBody | None = None,
        **options: Unpack[CallOptions],
    ) -> BackfillReply:
        """What judging stored documents costs; sent again with its `confirm`, the job that judges them."""
        return self._call("judgment_backfill", [], {}, body, options)

    def judge(
        self,
        body: JudgeBody,
        **options: Unpack[CallOptions],
    ) -> JudgedDocuments:
        """Judges up to 100 documents now and answers with the answers; `again` asks also for those that are fresh."""
        return self._call("judgment_judge", [], {}, body, options)

    def context(
        self,
        body: ContextPreviewBody,
        **options: Unpack[CallOptions],
    ) -> ContextView:
        """What the engine would read of a document: text, tokens, size class, cuts."""
        return self._call("judgment_context", [], {}, body, options)

    def stats(
        self,
        *,
        days: int | None = None,
        **options: Unpack[CallOptions],
    ) -> JudgmentFigures:
        """Figures of a judgment by day: answers, failures, tokens, spend and how late answers are."""
        return self._call("judgment_stats", [], {"days": days}, None, options)

    def distribution(
        self,
        *,
        on: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AnswerDistribution:
        """How a number of the current answers is distributed, and how many answers have which status and value."""
        return self._call("judgment_distribution", [], {"on": on}, None, options)

    def read(
        self,
        **options: Unpack[CallOptions],
    ) -> JudgmentView:
        """One judgment with its active version."""
        return self._call("judgment_read", [], {}, None, options)

    def update(
        self,
        body: JudgmentPatchBody,
        **options: Unpack[CallOptions],
    ) -> JudgmentChange:
        """Changes settings. Thresholds hold for every answer at once; a policy that begins to judge by itself is
        confirmed first.
        """
        return self._call("judgment_update", [], {}, body, options)

    def delete(
        self,
        **options: Unpack[CallOptions],
    ) -> Deleted:
        """Archives a judgment; its answers leave reads."""
        return self._call("judgment_delete", [], {}, None, options)

    def versions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[VersionList, VersionItem]:
        """Versions of a judgment, newest first."""
        return self._list("judgment_versions", [], {"limit": limit, "cursor": cursor}, None, options)

    def activate(
        self,
        body: ActivateBody,
        **options: Unpack[CallOptions],
    ) -> JudgmentChange:
        """Makes a version the active one; what newly follows other documents by itself is confirmed first."""
        return self._call("judgment_activate", [], {}, body, options)

    def detach(
        self,
        **options: Unpack[CallOptions],
    ) -> JudgmentChange:
        """Takes the namespace's own copy of an inherited judgment; answers and outcomes stay. DELETE undoes it."""
        return self._call("judgment_detach", [], {}, None, options)

    def calibration(
        self,
        *,
        sources: str | None = None,
        since: str | None = None,
        until: str | None = None,
        engine_version: str | None = None,
        by: str | None = None,
        **options: Unpack[CallOptions],
    ) -> CalibrationReport:
        """How right the answers are; with `Accept: text/html` as a page."""
        return self._call("judgment_calibration", [], {"sources": sources, "since": since, "until": until, "engine_version": engine_version, "by": by}, None, options)

    def calibration_labels(
        self,
        *,
        sources: str | None = None,
        since: str | None = None,
        until: str | None = None,
        engine_version: str | None = None,
        format: Literal["json", "csv"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[LabelTable, LabelItem]:
        """The labels of the report with what was read of each, in pages of at most 1 MiB; `format=csv` as a table."""
        return self._list("judgment_calibration_labels", [], {"sources": sources, "since": since, "until": until, "engine_version": engine_version, "format": format, "limit": limit, "cursor": cursor}, None, options)

    def calibration_history(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        weeks: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[CalibrationHistory, PastFit]:
        """Fits of a judgment with their figures, newest first, and what was read against what was observed by week."""
        return self._list("judgment_calibration_history", [], {"limit": limit, "cursor": cursor, "weeks": weeks}, None, options)

    def recommendation(
        self,
        *,
        on: str,
        target: Literal["precision", "recall", "cost"],
        at_least: str | None = None,
        cost_false_positive: str | None = None,
        cost_false_negative: str | None = None,
        positive_from: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ThresholdRecommendation:
        """A threshold that labelled answers recommend; nothing is changed by asking."""
        return self._call("judgment_recommendation", [], {"on": on, "target": target, "at_least": at_least, "cost_false_positive": cost_false_positive, "cost_false_negative": cost_false_negative, "positive_from": positive_from}, None, options)

    def queue(
        self,
        *,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> QueueView:
        """Answers most worth labelling; they stay until their outcome is posted."""
        return self._call("judgment_queue", [], {"limit": limit}, None, options)

    def fit(
        self,
        body: CalibrationRunBody | None = None,
        **options: Unpack[CallOptions],
    ) -> JobResult:
        """Fits the judgment to its outcomes now; fits are made each night as well."""
        return self._call("judgment_fit", [], {}, body, options)

    def repeatability(
        self,
        body: RepeatabilityBody | None = None,
        **options: Unpack[CallOptions],
    ) -> RepeatabilityReply:
        """What asking the engine again about answered contexts costs; sent again with its `confirm`, the job that
        asks. Nothing is stored as an answer.
        """
        return self._call("judgment_repeatability", [], {}, body, options)

    def suggest_parts(
        self,
        **options: Unpack[CallOptions],
    ) -> SuggestedPartList:
        """Up to eight parts that a yes/no judgment might ask, by a third party's language model that sees no data."""
        return self._call("judgment_suggest_parts", [], {}, None, options)


class Documents(SpecialDocuments):
    """Documents of a namespace."""

    def write(
        self,
        body: WriteBody,
        **options: Unpack[CallOptions],
    ) -> DocumentWritten:
        """Writes documents: upserts, patches, appends and deletes, all or nothing; or a patch or a deletion by
        filter, 1,000 documents at once, as a job past 50,000.
        """
        return self._call("namespace_documents_write", [], {}, body, options)

    def history(
        self,
        id: str,
        judgment: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[HistoryList, HistoryItem]:
        """Answers of record of one document and judgment, newest first."""
        return self._list("namespace_documents_history", [id, judgment], {"limit": limit, "cursor": cursor}, None, options)

    def answer(
        self,
        id: str,
        judgment: str,
        answer: str,
        **options: Unpack[CallOptions],
    ) -> AnswerOfRecord:
        """One answer of record with the context that its engine read."""
        return self._call("namespace_documents_answer", [id, judgment, answer], {}, None, options)

    def explain(
        self,
        id: str,
        judgment: str,
        **options: Unpack[CallOptions],
    ) -> AnswerExplanation:
        """Why an answer is not fresh, or what it waits for: what is wanted, its rows of the queue, engine, budget and
        fan-out.
        """
        return self._call("namespace_documents_explain", [id, judgment], {}, None, options)


class Judgments(SpecialJudgments):
    """Judgments of a namespace, or of a template prefix that ends in `/*`."""

    def get(self, name: str) -> Judgment:
        """A judgment by its name; nothing is sent until one of its methods is called."""
        return Judgment(self._core, self._bound[0], name)

    def try_(
        self,
        body: TryBody,
        **options: Unpack[CallOptions],
    ) -> TriedJudgment:
        """Asks a definition of up to five documents and stores nothing."""
        return self._call("namespace_judgments_try", [], {}, body, options)

    def create(
        self,
        body: JudgmentCreateBody,
        **options: Unpack[CallOptions],
    ) -> JudgmentChange:
        """Creates a judgment, or a version of it; with `backfill`, or when it judges by itself what other documents
        change, once its cost is confirmed.
        """
        return self._call("namespace_judgments_create", [], {}, body, options)

    def list(
        self,
        **options: Unpack[CallOptions],
    ) -> JudgmentList:
        """Active judgments of a namespace, inherited ones included, or a template's own."""
        return self._call("namespace_judgments_list", [], {}, None, options)


class Groups(Resource):
    """Groups of a namespace: aggregates of its documents by a key."""

    def put(
        self,
        name: str,
        body: GroupBody,
        **options: Unpack[CallOptions],
    ) -> GroupView:
        """Keeps aggregates for each value of an attribute; on a prefix in each of its namespaces."""
        return self._call("namespace_groups_put", [name], {}, body, options)

    def values(
        self,
        name: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["key", "documents"] | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[GroupValues, GroupValue]:
        """One group with a page of its values; on a prefix without values."""
        return self._list("namespace_groups_values", [name], {"limit": limit, "cursor": cursor, "order": order}, None, options)

    def delete(
        self,
        name: str,
        **options: Unpack[CallOptions],
    ) -> Deleted:
        """Deletes a group with its values; on a prefix in all its namespaces, on any plan."""
        return self._call("namespace_groups_delete", [name], {}, None, options)

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[GroupList, GroupView]:
        """Groups of a namespace, inherited ones included, without their values."""
        return self._list("namespace_groups_list", [], {"limit": limit, "cursor": cursor}, None, options)


class Summary(Resource):
    """The summary that a namespace publishes."""

    def put(
        self,
        body: SummaryBody,
        **options: Unpack[CallOptions],
    ) -> SummaryView:
        """Publishes each tenant's groups, in bands, as a document of another namespace, at most hourly."""
        return self._call("namespace_summary_put", [], {}, body, options)

    def get(
        self,
        **options: Unpack[CallOptions],
    ) -> SummaryView:
        """The summary of a prefix; `failing_since` says since when its documents cannot be written."""
        return self._call("namespace_summary_get", [], {}, None, options)

    def delete(
        self,
        **options: Unpack[CallOptions],
    ) -> Deleted:
        """Ends the summary of a prefix and deletes its documents, on any plan."""
        return self._call("namespace_summary_delete", [], {}, None, options)


class Images(Resource):
    """Images that documents of a namespace may name."""

    def create(
        self,
        body: ImageBody,
        **options: Unpack[CallOptions],
    ) -> ImageView:
        """Stores a picture (PNG, JPEG, WebP or GIF, at most 5 MiB) under an id made of its bytes; 200 when it is
        stored already. The bytes themselves may be sent with a `Content-Type` of `image/*`.
        """
        return self._call("namespace_images_create", [], {}, body, options)

    def get(
        self,
        id: str,
        *,
        include: Literal["data"] | None = None,
        **options: Unpack[CallOptions],
    ) -> ImageView:
        """What a stored picture is; its bytes in base64 with `include=data`, or raw for `Accept: image/*`."""
        return self._call("namespace_images_get", [id], {"include": include}, None, options)

    def delete(
        self,
        id: str,
        **options: Unpack[CallOptions],
    ) -> Deleted:
        """Erases a picture for good: its bytes, the contexts that held it, and the names by which documents have it."""
        return self._call("namespace_images_delete", [id], {}, None, options)


class Subscriptions(Resource):
    """Subscriptions of a namespace or a template prefix."""

    def put(
        self,
        name: str,
        body: SubscriptionBody,
        **options: Unpack[CallOptions],
    ) -> SubscriptionView:
        """Saves a query that tells when a document starts or stops matching."""
        return self._call("namespace_subscriptions_put", [name], {}, body, options)

    def get(
        self,
        name: str,
        **options: Unpack[CallOptions],
    ) -> SubscriptionView:
        """One subscription; `template` says where it is inherited from."""
        return self._call("namespace_subscriptions_get", [name], {}, None, options)

    def delete(
        self,
        name: str,
        **options: Unpack[CallOptions],
    ) -> Deleted:
        """Ends a subscription's events; on a prefix for all its namespaces, on any plan."""
        return self._call("namespace_subscriptions_delete", [name], {}, None, options)

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[SubscriptionList, SubscriptionView]:
        """Subscriptions of a namespace, inherited ones included."""
        return self._list("namespace_subscriptions_list", [], {"limit": limit, "cursor": cursor}, None, options)


class Namespace(Resource):
    """One namespace, such as `acme/prod/t1`."""

    def __init__(self, core: Core, ns: str) -> None:
        super().__init__(core, ns)
        self.documents = Documents(core, ns)
        self.judgments = Judgments(core, ns)
        self.groups = Groups(core, ns)
        self.summary = Summary(core, ns)
        self.images = Images(core, ns)
        self.subscriptions = Subscriptions(core, ns)

    def query(
        self,
        body: QueryBody | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[QueryView, DocumentView]:
        """Stored documents and answers by filter, ordered, in pages."""
        return self._list("namespace_query", [], {}, body, options)

    def read(
        self,
        **options: Unpack[CallOptions],
    ) -> NamespaceView:
        """One namespace with its settings and statistics."""
        return self._call("namespace_read", [], {}, None, options)

    def update(
        self,
        body: NamespaceSettings,
        **options: Unpack[CallOptions],
    ) -> NamespaceView:
        """Changes settings of a namespace; members left out keep their values, null removes."""
        return self._call("namespace_update", [], {}, body, options)

    def delete(
        self,
        **options: Unpack[CallOptions],
    ) -> JobResult:
        """Deletes a namespace with everything in it, as a job."""
        return self._call("namespace_delete", [], {}, None, options)

    def pending(
        self,
        **options: Unpack[CallOptions],
    ) -> PendingCounts:
        """Answers that wait to be made, by reason, with the age of the oldest."""
        return self._call("namespace_pending", [], {}, None, options)

    def calibration(
        self,
        **options: Unpack[CallOptions],
    ) -> VerdictList:
        """What the latest report of each judgment of a namespace comes to, in one sentence."""
        return self._call("namespace_calibration", [], {}, None, options)


class Namespaces(Resource):
    """The namespaces that the key covers."""

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        prefix: str | None = None,
        delimiter: Literal["/"] | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[NamespaceList, NamespaceItem]:
        """Lists the namespaces that the key covers, by name; with `delimiter`, one level of the names."""
        return self._list("namespaces_list", [], {"limit": limit, "cursor": cursor, "prefix": prefix, "delimiter": delimiter}, None, options)

    def create(
        self,
        body: NamespaceCreateBody,
        **options: Unpack[CallOptions],
    ) -> NamespaceView:
        """Makes a namespace with settings."""
        return self._call("namespaces_create", [], {}, body, options)


class WebhookEndpoints(Resource):
    """Endpoints that receive events by webhook, and their deliveries."""

    def rotate_secret(
        self,
        id: str,
        body: RotateSecretBody | None = None,
        **options: Unpack[CallOptions],
    ) -> EndpointView:
        """Makes a new signing secret, which the reply shows; the old one signs beside it for a while."""
        return self._call("webhook_endpoints_rotate_secret", [id], {}, body, options)

    def test(
        self,
        id: str,
        body: TestSendBody | None = None,
        **options: Unpack[CallOptions],
    ) -> TestSent:
        """Sends `webhook.test`, or a sample of a type, to this endpoint only; it is in no feed and in no figure."""
        return self._call("webhook_endpoints_test", [id], {}, body, options)

    def create(
        self,
        body: EndpointBody,
        **options: Unpack[CallOptions],
    ) -> EndpointView:
        """Makes a receiver of signed events; the reply shows its secret."""
        return self._call("webhook_endpoints_create", [], {}, body, options)

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[EndpointList, EndpointView]:
        """Endpoints within the key's scope, never with secrets."""
        return self._list("webhook_endpoints_list", [], {"limit": limit, "cursor": cursor}, None, options)

    def get(
        self,
        id: str,
        **options: Unpack[CallOptions],
    ) -> EndpointView:
        """One endpoint; with its secret for a read_write key that manages it, and for an owner or admin who signed in
        within 15 minutes.
        """
        return self._call("webhook_endpoints_get", [id], {}, None, options)

    def update(
        self,
        id: str,
        body: EndpointPatchBody,
        **options: Unpack[CallOptions],
    ) -> EndpointView:
        """Changes settings of an endpoint."""
        return self._call("webhook_endpoints_update", [id], {}, body, options)

    def delete(
        self,
        id: str,
        **options: Unpack[CallOptions],
    ) -> EndpointDeleted:
        """Removes an endpoint with its pending deliveries and log."""
        return self._call("webhook_endpoints_delete", [id], {}, None, options)

    def deliveries(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["pending", "succeeded", "failed", "skipped"] | None = None,
        types: str | None = None,
        since: str | None = None,
        until: str | None = None,
        namespace_prefix: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[DeliveryList, DeliveryView]:
        """The deliveries to an endpoint with their latest attempt, newest first, for 30 days."""
        return self._list("webhook_endpoints_deliveries", [id], {"limit": limit, "cursor": cursor, "status": status, "types": types, "since": since, "until": until, "namespace_prefix": namespace_prefix}, None, options)

    def stats(
        self,
        id: str,
        *,
        hours: int | None = None,
        **options: Unpack[CallOptions],
    ) -> EndpointHours:
        """Deliveries to an endpoint by hour, and how many succeeded."""
        return self._call("webhook_endpoints_stats", [id], {"hours": hours}, None, options)

    def recover(
        self,
        id: str,
        body: RecoverBody,
        **options: Unpack[CallOptions],
    ) -> DeliveriesRecovered:
        """Queues every failed or skipped delivery since a time again, each with its nine attempts."""
        return self._call("webhook_endpoints_recover", [id], {}, body, options)


class Events(SpecialEvents):
    """The feed of events: 30 days, in one order."""

    def redeliver(
        self,
        id: str,
        body: RedeliverBody,
        **options: Unpack[CallOptions],
    ) -> DeliveryView:
        """Delivers an event once more to an endpoint, under the same webhook-id."""
        return self._call("events_redeliver", [id], {}, body, options)

    def get(
        self,
        id: str,
        **options: Unpack[CallOptions],
    ) -> EventView:
        """One event of the last 30 days."""
        return self._call("events_get", [id], {}, None, options)

    def read(
        self,
        *,
        cursor: str | None = None,
        order: Literal["oldest", "newest"] | None = None,
        limit: int | None = None,
        types: str | None = None,
        namespace_prefix: str | None = None,
        document: str | None = None,
        subscription: str | None = None,
        judgment: str | None = None,
        since: str | None = None,
        until: str | None = None,
        wait: str | None = None,
        **options: Unpack[CallOptions],
    ) -> EventList:
        """Every event of the last 30 days in the order recorded, or the newest first; waits for news when asked to."""
        return self._call("events_read", [], {"cursor": cursor, "order": order, "limit": limit, "types": types, "namespace_prefix": namespace_prefix, "document": document, "subscription": subscription, "judgment": judgment, "since": since, "until": until, "wait": wait}, None, options)


class Jobs(Resource):
    """Work that goes on after its reply."""

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["queued", "running", "done", "failed"] | None = None,
        type: JobType | str | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[JobList, JobView]:
        """Jobs of the namespaces that the key covers, newest first."""
        return self._list("jobs_list", [], {"limit": limit, "cursor": cursor, "status": status, "type": type}, None, options)

    def get(
        self,
        id: str,
        **options: Unpack[CallOptions],
    ) -> JobView:
        """One job; when it has ended, its result is the response that the request would have had."""
        return self._call("jobs_get", [id], {}, None, options)

    def cancel(
        self,
        id: str,
        **options: Unpack[CallOptions],
    ) -> JobView:
        """Stops a job that has not finished."""
        return self._call("jobs_cancel", [id], {}, None, options)


class ApiKeys(Resource):
    """Keys of the organization."""

    def create(
        self,
        body: ApiKeyBody,
        **options: Unpack[CallOptions],
    ) -> ApiKeyView:
        """Makes an API key; the reply shows it this once."""
        return self._call("api_keys_create", [], {}, body, options)

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[ApiKeyList, ApiKeyView]:
        """Keys of the organization that are not revoked, without the keys themselves."""
        return self._list("api_keys_list", [], {"limit": limit, "cursor": cursor}, None, options)

    def revoke(
        self,
        id: str,
        **options: Unpack[CallOptions],
    ) -> Deleted:
        """Revokes a key, within a second."""
        return self._call("api_keys_revoke", [id], {}, None, options)


class Organization(Resource):
    """The organization of the key."""

    def engines(
        self,
        **options: Unpack[CallOptions],
    ) -> EngineList:
        """The engines, their active versions, limits and billing weights."""
        return self._call("organization_engines", [], {}, None, options)

    def judgments(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        namespace_prefix: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[PlacedJudgmentList, PlacedJudgment]:
        """Active judgments of every namespace and template prefix in the key's scope, each where it is defined."""
        return self._list("organization_judgments", [], {"limit": limit, "cursor": cursor, "namespace_prefix": namespace_prefix}, None, options)

    def built_in_answers(
        self,
        **options: Unpack[CallOptions],
    ) -> BuiltInAnswersList:
        """Judgments that a model answers for now and that still hold answers of the built-in engine."""
        return self._call("organization_built_in_answers", [], {}, None, options)

    def read(
        self,
        **options: Unpack[CallOptions],
    ) -> OrganizationView:
        """The key's organization."""
        return self._call("organization_read", [], {}, None, options)

    def update(
        self,
        body: OrganizationPatchBody,
        **options: Unpack[CallOptions],
    ) -> OrganizationView:
        """Settings of the organization. An unscoped key sets the non-production prefixes; the rest needs a signed-in
        owner or admin.
        """
        return self._call("organization_update", [], {}, body, options)

    def quotas(
        self,
        **options: Unpack[CallOptions],
    ) -> OrganizationQuotas:
        """The limits of the plan and how much of each is used. A key needs the scope `*`."""
        return self._call("organization_quotas", [], {}, None, options)

    def usage(
        self,
        *,
        month: str | None = None,
        namespace_prefix: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        format: Literal["json", "csv"] | None = None,
        **options: Unpack[CallOptions],
    ) -> Pages[UsageReport, UsageLine]:
        """What a month cost, and a page of its namespaces; `format=csv` answers the page as a table, and the header
        `Link` leads to the next.
        """
        return self._list("organization_usage", [], {"month": month, "namespace_prefix": namespace_prefix, "limit": limit, "cursor": cursor, "format": format}, None, options)

    def usage_by_day(
        self,
        *,
        month: str | None = None,
        namespace_prefix: str | None = None,
        **options: Unpack[CallOptions],
    ) -> UsageDays:
        """What judging cost on each UTC day of a month; the days and `undated` add up to `GET /usage`."""
        return self._call("organization_usage_by_day", [], {"month": month, "namespace_prefix": namespace_prefix}, None, options)

    def starters(
        self,
        **options: Unpack[CallOptions],
    ) -> StarterList:
        """Definitions to begin from, with placeholders for your own paths and words."""
        return self._call("organization_starters", [], {}, None, options)

    def version(
        self,
        **options: Unpack[CallOptions],
    ) -> VersionView:
        """The version of the service and of its API."""
        return self._call("organization_version", [], {}, None, options)


class Resources:
    """The resources of a client."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self.namespaces = Namespaces(core)
        self.webhook_endpoints = WebhookEndpoints(core)
        self.events = Events(core)
        self.jobs = Jobs(core)
        self.api_keys = ApiKeys(core)
        self.organization = Organization(core)

    def namespace(self, name: str) -> Namespace:
        """A namespace by its name; nothing is sent."""
        return Namespace(self._core, name)
