"""Shapes of requests and replies. Written by clients/python/generate.mjs from the API document. Never edited by hand."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class DocumentWritten(TypedDict):
    upserted: int
    patched: int
    appended: int
    deleted: int
    unchanged: int
    skipped: int
    missing: int
    documents: list[WrittenDocument]


class WrittenDocument(TypedDict):
    id: str
    version: int


class DocumentsView(TypedDict):
    documents: list[DocumentView]
    remaining: list[str]
    """Ids that were left out because the response would exceed 8 MiB."""
    missing: list[str]
    """Ids that do not exist."""
    usage: NotRequired[UsageView]


class DocumentView(TypedDict):
    id: str
    attributes: NotRequired[Attributes]
    state: NotRequired[State]
    images: NotRequired[ImageRefs]
    version: int
    created_at: str
    updated_at: str
    answers: NotRequired[dict[str, AnswerView]]
    usage: NotRequired[UsageView]
    """Present when this read judged answers that were billed."""


class StaleBy(TypedDict):
    relation: str
    """The relation of the definition that joins it."""
    document: str
    """Its id; it may be deleted."""
    changed_at: str


class CalibratedAnswer(TypedDict):
    """The calibrated numbers, by the fit of the answer's version and epoch."""

    p: NotRequired[float]
    """Probability of yes (bool)."""
    value: NotRequired[str | float | None]
    """Most probable option or level; null when a choice among related documents had none to choose."""
    dist: NotRequired[dict[str, float]]
    """Probabilities by option, or by level as text."""
    escape_p: NotRequired[float]
    """Probability that no option fits (choice)."""
    score: NotRequired[float]
    """Mean of the levels, weighted by dist (score)."""
    normalized: NotRequired[float]
    fit: NotRequired[str]
    """Id of the fit."""
    read_with: NotRequired[Literal["raw", "calibrated", "features"] | str]


class EngineRef(TypedDict):
    name: Literal["jev", "gpt-6-luna", "pplx-decider"]
    version: str


class UsageView(TypedDict):
    judgment_units: float
    tokens: int
    cost_usd: float
    by_judgment: dict[str, float]
    """Judgment units by judgment."""
    requests: NotRequired[int]
    """Requests to engines, where a run of alternatives says them."""


class Deleted(TypedDict):
    deleted: bool


class HistoryList(TypedDict):
    answers: list[HistoryItem]
    next_cursor: str | None
    oldest_kept: NotRequired[str | None]
    """On the last page, the moment before which answers may have been dropped, when the judgment is older; else null."""


class HistoryItem(TypedDict):
    id: str
    version: int
    document_version: int
    engine_version: str | None
    engine_source: NotRequired[Literal["built_in", "local", "hosted", "simulator"] | str | None]
    """What stood behind the engine’s name in that epoch; null of epochs that ended before a build that keeps it."""
    probability_source: NotRequired[Literal["logprobs", "stated"] | str | None]
    """As of an answer."""
    judged_at: str
    context_hash: str
    """Hash of the context that the engine read."""
    truncated: bool
    answer: RawAnswer


class RawAnswerPartsValue(TypedDict):
    p: float


class RawAnswer(TypedDict):
    """The raw answer, with the members of its type and of its definition."""

    p: NotRequired[float]
    """Probability of yes (bool)."""
    value: NotRequired[str | float | None]
    """Most probable option or level; null when a choice among related documents had none to choose."""
    dist: NotRequired[dict[str, float]]
    """Probabilities by option, or by level as text."""
    escape_p: NotRequired[float]
    """Probability that no option fits (choice)."""
    score: NotRequired[float]
    """Mean of the levels, weighted by dist (score)."""
    normalized: NotRequired[float]
    rounds: NotRequired[int]
    """Rounds of questions that a choice among related documents took; 0 when there was none to choose."""
    watermark: NotRequired[str]
    """Every change of a related document before this moment was read; only with relations."""
    features: NotRequired[dict[str, float | None]]
    """Raw numbers of the declared features, as of what was read."""
    parts: NotRequired[dict[str, RawAnswerPartsValue]]
    """Answers of the parts of a composite judgment."""
    combiner: NotRequired[str | None]
    """The fit that combined the parts, `fit_..`; null before the first."""


class AnswerOfRecord(TypedDict):
    id: str
    version: int
    document_version: int
    engine_version: str | None
    engine_source: NotRequired[Literal["built_in", "local", "hosted", "simulator"] | str | None]
    """What stood behind the engine’s name in that epoch; null of epochs that ended before a build that keeps it."""
    probability_source: NotRequired[Literal["logprobs", "stated"] | str | None]
    """As of an answer."""
    judged_at: str
    context_hash: str
    """Hash of the context that the engine read."""
    truncated: bool
    answer: RawAnswer
    context: ReadContextView


class ReadContextView(TypedDict):
    text: str | None
    """The text that the engine read; null when it is stored no longer."""
    gone: Literal["image_erased", "expired"] | str | None
    """Why the text is not here: an image of it was erased, or its 90 days of storage are over; null when it is."""
    tokens: int | None
    """Tokens of the text."""
    images: list[str]
    """Ids of the images that the engine read."""


class AnswerExplanation(TypedDict):
    definition: DefinitionInForce
    queue: list[QueuedAnswer]
    """Empty when nothing waits; the version in force first."""
    last: LastTry | None
    paused: bool
    """Judging is paused in the namespace because its budget is spent."""
    engine: EngineState
    fanout: FanoutState
    document: str
    judgment: str
    document_version: int
    answer: WantedAnswer | None
    permit: PermitState | None


class DefinitionInForce(TypedDict):
    version: int
    template: str | None
    """The template prefix that the namespace inherits it from; null for its own."""
    policy: Literal["on_read", "on_change", "interval", "manual"] | str
    debounce_ms: int
    max_wait_ms: int
    engine: EngineRef


class QueuedAnswer(TypedDict):
    version: int
    """Another version than the one in force is judged before its activation."""
    lane: Literal["on_read", "on_change", "backfill", "fanout", "scoring", "deferred"] | str
    """The lane that it waits in; lanes are served in this order."""
    reason: Literal["budget", "fanout_limit", "claimed", "debounce", "turn"] | str
    """`budget`: the budget of the namespace is spent, or had no room for the last request; `fanout_limit`: fan-out is
    past its rolling limit or its share of the budget, or is held; `claimed`: a process takes it to the engine;
    `debounce`: further changes, or the next try; `turn`: nothing but a process that takes it.
    """
    due_at: str | None
    """From when it may be taken; of a claimed one, when its claim ends. Null while no time is known."""
    since: str
    """Since when it waits."""
    changes: int
    """Changes since then; 0 when only readers or a backfill want it."""
    attempts: int
    """Tries that have failed."""
    job: str | None
    """The backfill that wants it, `job_..`; null when a change or a reader does."""


class LastTry(TypedDict):
    at: str
    failure: Literal["never_judged", "judging_paused", "engine_unavailable", "engine_bad_answer", "engine_no_signal", "engine_refused", "engine_rejected", "context_too_large", "judging_failed"] | str | None
    """Why it brought no answer; null when it brought one."""
    document_version: int
    """The version of the document that was read."""
    seen: int
    """The wanted version that was read with it."""


class EngineState(TypedDict):
    active: bool
    """False when it cannot be asked."""
    circuit_open: bool
    """It failed too often, and is not asked until it answers a probe."""
    since: str | None
    """Since when the circuit is as it is; null for an engine that is not known."""


class FanoutState(TypedDict):
    held: bool
    """No fan-out of the namespace is judged: it is disabled, or its share is 0."""
    share: float
    rolling_limit: int
    """Answers that fan-out may ask in any 24 hours."""
    used: int
    """Answers that it has asked in the last 24 hours."""
    deferred: bool
    """Fan-out of the judgment waits for room."""
    resumes_at: str | None
    """When there is room again; null while not deferred, or as it stands never."""


class WantedAnswer(TypedDict):
    status: Literal["fresh", "stale", "pending", "unavailable"] | str
    stale_reason: Literal["judging_paused", "engine_unavailable", "fanout_deferred", "version_changed", "document_changed", "related_changed", "interval_elapsed"] | str | None
    stale_by: NotRequired[StaleBy | None]
    unavailable_reason: Literal["never_judged", "judging_paused", "engine_unavailable", "engine_bad_answer", "engine_no_signal", "engine_refused", "engine_rejected", "context_too_large", "judging_failed"] | str | None
    version: int | None
    """The version of the definition that gave it; null without an answer."""
    wanted: int | None
    """The document's version when a change last asked for it anew; null for an answer that nothing asked for."""
    seen: int | None
    """The wanted version that the answer in force has seen: it waits while `wanted` is greater."""
    cause: Literal["document", "related", "fanout", "interval"] | str | None
    """What asked for it last; null while nothing is wanted."""
    wanted_at: str | None
    """When the first change came that it has not seen; null while nothing is wanted."""
    due_at: str | None
    """When it is judged at the earliest; null when nothing is to come by itself."""


class PermitState(TypedDict):
    name: Literal["jev", "gpt-6-luna", "pplx-decider"] | str
    waiting: int
    """Requests of the namespace that wait for leave to be sent, in the process of the broker that answered."""
    rate_factor: float
    """How much of the limits of the engine is used; less than 1 for a while after the engine said that it is asked
    too often.
    """


class QueryView(TypedDict):
    documents: list[DocumentView]
    next_cursor: str | None
    stale_count: int
    """Number of documents on this page with a stale answer, among the judgments that the query includes or filters
    on.
    """
    count: NotRequired[int]


class GroupView(TypedDict):
    name: str
    key: str
    aggregates: dict[str, AggregateBody]
    template: NotRequired[str]
    """The template prefix, when the group is inherited."""
    status: Literal["building", "ready"] | str
    """`building`: the documents are being counted, and the values are those of the definition before."""
    as_of: str | None
    """Every change that was answered before this instant is counted. Null on a prefix, and while nothing is counted."""
    created_at: str
    updated_at: str


class AggregateBody(TypedDict):
    aggregate: Literal["count", "share", "sum", "mean", "min", "max", "latest"]
    """What is kept of the documents of a key. `count` and `share` count documents, `latest` is the number of the
    newest one.
    """
    path: NotRequired[str]
    """Path of the number: attributes.<name>, state.<dotted path> or answers.<judgment>.<field>. Booleans count 0 and
    1. `count` takes it, too, and then counts documents with a value there; `share` takes none.
    """
    where: NotRequired[Filter]
    """Only documents that match it count. `share` needs it."""


Operators = TypedDict(
    "Operators",
    {
        "eq": 'NotRequired[str | float | bool | list[str | float | bool]]',
        "ne": 'NotRequired[str | float | bool | list[str | float | bool]]',
        "in": 'NotRequired[list[str | float | bool | list[str | float | bool]]]',
        "nin": 'NotRequired[list[str | float | bool | list[str | float | bool]]]',
        "gt": 'NotRequired[str | float]',
        "gte": 'NotRequired[str | float]',
        "lt": 'NotRequired[str | float]',
        "lte": 'NotRequired[str | float]',
        "exists": 'NotRequired[bool]',
        "prefix": 'NotRequired[str]',
        "contains": 'NotRequired[str | float | bool]',
        "within": 'NotRequired[str]',
    },
)


class GroupList(TypedDict):
    groups: list[GroupView]
    next_cursor: str | None


class GroupValues(TypedDict):
    name: str
    key: str
    aggregates: dict[str, AggregateBody]
    template: NotRequired[str]
    """The template prefix, when the group is inherited."""
    status: Literal["building", "ready"] | str
    """`building`: the documents are being counted, and the values are those of the definition before."""
    as_of: str | None
    """Every change that was answered before this instant is counted. Null on a prefix, and while nothing is counted."""
    created_at: str
    updated_at: str
    values: list[GroupValue]
    next_cursor: str | None


class GroupValue(TypedDict):
    key: str | float | bool | None
    """Null in the row of further keys."""
    documents: int
    stale: int
    """Documents with a stale answer among those that the group reads; they count at its last value."""
    aggregates: dict[str, float | None]
    """By name. `sum` and those that need a number are null when no document has one; `count` is 0."""
    overflow: NotRequired[bool]
    """The row of all keys past the limit of a group."""


class SummaryView(TypedDict):
    into: str
    groups: list[str]
    bands: dict[str, dict[str, list[float]]]
    failing_since: str | None
    """Since when documents cannot be written; null while they can."""
    failure: str | None
    """Why they cannot be written, such as `document_exists` or `summary_overlaps`."""
    failing_tenant: NotRequired[str | None]
    """A tenant whose document cannot be written; null while all can, and when no document can."""
    created_at: str
    updated_at: str


class ImageView(TypedDict):
    id: str
    """Image id: `img_` and the SHA-256 of the bytes."""
    media_type: Literal["image/png", "image/jpeg", "image/webp", "image/gif"] | str
    bytes: int
    """Size of the image in bytes."""
    width: int
    """Width in pixels, as displayed."""
    height: int
    """Height in pixels, as displayed."""
    data: NotRequired[str]
    """The bytes in base64; present with `include=data`."""


class EngineList(TypedDict):
    engines: list[EngineView]


class EngineView(TypedDict):
    name: Literal["jev", "gpt-6-luna", "pplx-decider"] | str
    version: str | None
    active: bool
    engine_version: str | None
    """The epoch in force, `current+<date>.<n>`: that of most answers of the last hour. Another one takes its place
    when it leads clearly.
    """
    also: NotRequired[list[EpochBeside]]
    """The other epochs that answered in the last hour, those with most answers first: the provider answers under one
    name in several versions.
    """
    weight: float
    """Weight of its answers in billing, whatever answers behind the name."""
    source: Literal["built_in", "local", "hosted", "simulator"] | str | None
    """What answers behind the name. `built_in`: no model is configured for it, so the built-in engine answers, a
    lexical model that compares words; each active name without configuration stands for it, at its own weight. Null:
    the name is not active.
    """
    limits: EngineLimits
    probability_step: float | None
    probability_source: NotRequired[Literal["logprobs", "stated"] | str | None]
    """Of a chat model: `logprobs`, its probabilities are those of its first token; `stated`, it writes them, as it
    does for a choice of more than 18 options in any case. Null: a decision model, which gives them itself.
    """
    circuit: NotRequired[EngineCircuit]
    """Whether the engine is asked; the same for all organizations."""


class EpochBeside(TypedDict):
    engine_version: str
    """Epoch, `current+<date>.<n>`."""
    share: float
    """Its share of the answers of the last hour."""


class EngineLimits(TypedDict):
    images: bool
    """Whether the engine reads images."""
    max_context_tokens: int
    questions_per_request: int
    options: int
    levels: int


class EngineCircuit(TypedDict):
    state: Literal["closed", "open"] | str
    """open: the engine failed too often and is not asked until it answers a probe. Answers that wait stay stale."""
    since: str | None
    """Since when it is open, or the engine set up anew while it was; null while closed."""
    next_probe_at: str | None
    """When the engine is probed next; null while closed."""


class ModelList(TypedDict):
    models: list[ModelView]
    """One for each engine name."""
    providers: list[ModelProviderView]
    not_supported: list[UnsupportedProvider]
    private_addresses: bool
    """Whether private addresses, and plain http, may be saved."""
    decides_for_all: bool
    """Always true: what is set here gets the documents of all organizations of the installation."""


class ModelView(TypedDict):
    engine: Literal["jev", "gpt-6-luna", "pplx-decider"] | str
    active: bool
    """Whether judgments can ask for this name at all."""
    set_by: Literal["operator", "start", "owner", "none"] | str
    """`operator`: by the configuration, which no owner can change; `start`: by `npm start`, while the example is
    judged; `owner`: by `PUT /models/{engine}`; `none`: nothing is set, so a local model answers, or the built-in
    engine.
    """
    source: Literal["built_in", "local", "hosted", "simulator"] | str | None
    """As in `GET /engines`."""
    provider: str | None
    """A provider, `built_in`, `extension`, or null where the operator’s entry is none of these."""
    base_url: str | None
    """Without its query; null inside the service."""
    model: str | None
    reads: Literal["logprobs", "stated"] | str | None
    """How a chat model is read; null of others."""
    has_key: bool
    """Whether a key is set. No reply has it."""
    headers: list[str]
    """Names of the headers that are set."""
    query: list[str]
    """Names of the query’s parameters that are set."""
    engine_version: str | None
    """The present epoch."""
    changed_at: str | None
    """When an owner saved it last; null of others."""
    changed_by: str | None
    """`user:<id>` of who saved it."""
    changed_in: str | None
    """The organization that they saved it in."""
    overridden: bool
    """Whether a model that an owner saved stands behind the operator’s entry, and answers once that is gone."""
    problem: str | None
    """Why what is set cannot be asked, in a sentence; the engine is unavailable meanwhile."""


class ModelProviderView(TypedDict):
    provider: Literal["openai", "anthropic", "azure", "openrouter", "ollama", "vllm", "custom", "typesafe", "perplexity", "openai_decisions", "ollama_decisions"] | str
    title: str
    base_url: str | None
    """Used where none is given; null: it must be given."""
    model: str | None
    """Used where none is given; null: it must be given."""
    needs_key: bool
    reads: Literal["logprobs", "stated"] | str | None
    """How its chat models are read unless `reads` says otherwise."""
    note: str | None
    """What to know about it, in a sentence."""


class UnsupportedProvider(TypedDict):
    title: str
    note: str
    """What to do in place of it."""


class ModelTrial(TypedDict):
    engine: Literal["jev", "gpt-6-luna", "pplx-decider"] | str
    answered: bool
    """Whether each question was answered."""
    questions: list[TriedQuestion]
    """One for each type of question, in the order of asking."""


class TriedQuestion(TypedDict):
    type: Literal["bool", "choice", "score"] | str
    question: str
    """The question that was asked, about a fixed text."""
    answered: bool
    http_status: int | None
    """Of the server; null where none came."""
    seconds: float
    reported_model: str | None
    """The model that the reply names."""
    p: float | None
    """Of a yes/no question."""
    value: str | float | None
    """The option of a choice, null for none of them; the level of a score."""
    dist: dict[str, float] | None
    """Of a choice or a score: probabilities by option or level."""
    score: float | None
    """Of a score."""
    reason: str | None
    """Why there is no answer, such as `auth`, `no_model`, `stall`; codes may be added."""
    message: str | None
    """The same in a sentence, with what to do. It has nothing of the server’s own words."""


class JobList(TypedDict):
    jobs: list[JobView]
    next_cursor: str | None


class JobView(TypedDict):
    id: str
    type: JobType
    status: Literal["queued", "running", "done", "failed"] | str
    namespace: str | None
    progress: JobProgress
    created_at: str
    started_at: str | None
    finished_at: str | None
    result_status: int | None
    result: JobResult | None


class JobProgress(TypedDict):
    done: int
    total: int


class BackfillReply(TypedDict):
    status: Literal["confirmation_required", "started"] | str
    confirm: str | None
    """Confirmation token; send the same request with it to begin."""
    estimate: EstimateView | None
    job: NotRequired[JobView]


class EstimateView(TypedDict):
    replay_cost_usd_per_month: float
    judgments_per_month: float
    documents: int
    changes_per_day: float
    """New documents (the median of the observed days) and changes of others (their mean) a day."""
    observed_days: NotRequired[int]
    """Whole days in which changes were observed; under three the change warns `short_history`. Left out while an
    upgrade is under way.
    """
    rolling_limit: int | None
    """The limit in effect; null when one change concerns one document at most."""
    related: NotRequired[RelatedEstimate]
    """Present when the recipe reads related documents."""
    existing: ExistingEstimate


class RelatedEstimate(TypedDict):
    changes_per_day: float
    """Changes of related documents a day, over all relations."""
    documents_per_change: float
    """Mean number of judged documents that one such change concerns."""
    judgments_per_day: float
    """Judgings a day that they cause, within debounce and rolling limit."""


class ExistingEstimate(TypedDict):
    documents: int
    judgment_units: float
    cost_usd: float


class TriedJudgment(TypedDict):
    documents: list[TriedDocument]
    usage: UsageView


class TriedDocument(TypedDict):
    document: str
    applies: NotRequired[bool]
    """False where `applies_to` leaves the document out; it is not judged then."""
    answer: AnswerView
    context: ContextView


class ContextView(TypedDict):
    text: str
    """The context that the engine would read."""
    tokens: int
    size_class: str
    truncated: bool
    cuts: list[CutView]
    hash: str


class CutView(TypedDict):
    path: str
    kind: Literal["related_items", "array_items", "text_tail", "fields", "images"] | str
    dropped: int


class JudgedDocuments(TypedDict):
    documents: list[DocumentView]
    remaining: NotRequired[list[str]]
    """Ids that were left out because the response would exceed 8 MiB."""
    missing: NotRequired[list[str]]
    """Always empty: an id that does not exist is a refusal."""
    asked: NotRequired[int]
    """Documents that got a new answer; of a dry run: those that would be asked about."""
    kept: NotRequired[int]
    """Documents that keep the answer that they had."""
    estimate: NotRequired[JudgePrice]
    """Only of a dry run: the price."""
    usage: UsageView


class JudgePrice(TypedDict):
    judgment_units: float
    """Judgment units at most: an answer whose context has not changed is not asked for."""
    cost_usd: float
    """USD of these units, by the organization's rates of now."""


class JudgmentChange(TypedDict):
    status: Literal["created", "version_created", "unchanged", "activated", "dry_run", "confirmation_required", "updated"] | str
    judgment: JudgmentView | None
    version: int | None
    """The version that the definition is. On a dry run and before a confirmation: the version that it equals already,
    which a create makes active; null when it would be a new one.
    """
    definition: JudgmentDefinition
    settings: NotRequired[JudgmentSettings]
    """In effect now; on a dry run and before a confirmation: once the request is made. Left out only while an upgrade
    is under way.
    """
    estimate: EstimateView | None
    confirm: str | None
    ignored: list[str]
    warnings: list[Warning]
    contexts: NotRequired[list[SampleContext]]
    """The contexts of up to three sampled documents, on a dry run."""
    job: NotRequired[JobView]
    """The backfill that the request started."""


class JudgmentView(TypedDict):
    name: str
    active_version: int
    freshness: FreshnessView
    thresholds: Thresholds
    """The thresholds in force, by name."""
    outcomes: NotRequired[OutcomeSettings]
    """Settings of outcomes, when the judgment has any."""
    alternatives: NotRequired[AlternativesSettings]
    """Settings of alternatives, when the judgment has any."""
    queue: NotRequired[QueueSettings]
    """Settings of the review queue, when they are not as by default."""
    definition: JudgmentDefinition
    """Definition of the active version."""
    template: NotRequired[str]
    """The template prefix, when the judgment is inherited."""
    overrides: NotRequired[list[str]]
    engine_source: NotRequired[Literal["built_in", "local", "hosted", "simulator"] | str | None]
    """What stands behind the name of its engine now; answers tell what stood behind it when they were given. Null:
    the name is not active.
    """
    stats: JudgmentStats


class FreshnessView(TypedDict):
    policy: Literal["on_read", "on_change", "interval", "manual"] | str
    debounce_ms: int
    max_wait_ms: int
    interval: NotRequired[str]
    fanout: FanoutSettingsView


class FanoutSettingsView(TypedDict):
    scope: NotRequired[FanoutScopeBody]
    debounce_ms: int
    max_wait_ms: int
    rolling_limit: int
    block_cap: int


class FanoutScopeBody(TypedDict):
    created_within: NotRequired[str]
    """Only documents created within this time."""
    where: NotRequired[Filter]
    """Only documents that this filter matches."""


class FeatureThreshold(TypedDict):
    """Exactly one of `gte` and `lte`."""

    feature: str
    gte: NotRequired[float]
    lte: NotRequired[float]


class OptionThreshold(TypedDict):
    """Exactly one of `gte` and `lte`."""

    option: str
    gte: NotRequired[float]
    lte: NotRequired[float]


class FieldThreshold(TypedDict):
    """Exactly one of `gte` and `lte`."""

    field: Literal["escape_p", "score", "normalized"]
    gte: NotRequired[float]
    lte: NotRequired[float]


class OutcomeSettingsImplicit(TypedDict):
    """Of a bool: an answer without an outcome after this time has the outcome no."""

    after: str
    """A duration, such as `30d`."""


class OutcomeSettings(TypedDict):
    rule: NotRequired[list[OutcomeRule]]
    """The first one that matches decides."""
    implicit: NotRequired[OutcomeSettingsImplicit]
    """Of a bool: an answer without an outcome after this time has the outcome no."""


class OutcomeRule(TypedDict):
    """A document that matches `when` has this outcome."""

    value: NotRequired[bool | str | float]
    """By the judgment's type."""
    escape: NotRequired[Literal[True]]
    """In place of a value: no option fits."""
    when: Filter
    """Reads `attributes` and `state` only."""


class AlternativesSettings(TypedDict):
    automatic: NotRequired[bool]
    skip_engines: NotRequired[list[EngineRef]]
    outcomes: NotRequired[CalibrationOutcomeFilter | None]


class CalibrationOutcomeFilter(TypedDict):
    sources: NotRequired[list[Literal["posted", "rule", "queue", "implicit"]]]
    """Empty or left out means every source."""
    since: NotRequired[str]
    """Takes outcomes observed at or after this time."""
    until: NotRequired[str]
    """Takes outcomes observed before this time."""


class QueueSettings(TypedDict):
    second_label_share: NotRequired[float]
    """Share of labelled items, 0 to 1, that stay in the queue until a second author has labelled them."""


class BoolDefinition(TypedDict):
    type: Literal["bool"]
    name: str
    question: str
    context: ContextRecipe
    engine: EngineRef
    horizon: str
    """How long after the answer its outcome is observed; `0s` by default."""
    applies_to: NotRequired[Filter]
    """Left out: the judgment applies to every document."""
    criteria: NotRequired[str | TwoSidedCriteria]
    """How to decide."""
    parts: NotRequired[list[DefinitionPart]]
    """The questions of a composite judgment."""
    features: NotRequired[list[Feature]]
    """Numbers stored beside each answer."""


class ContextRecipePrevious(TypedDict):
    """The document as an earlier judging read it."""

    fields: list[str]
    anchor: Literal["last_answer", "last_change", "first_answer"]


class ContextRecipe(TypedDict):
    """What the engine reads of a document."""

    fields: list[str]
    """Paths; the text follows their order."""
    last_n: NotRequired[dict[str, int]]
    """Number of newest elements to read, by array path."""
    window: NotRequired[ArrayWindows]
    max_tokens: NotRequired[int]
    related: NotRequired[dict[str, Relation]]
    """Relations by name."""
    previous: NotRequired[ContextRecipePrevious]
    """The document as an earlier judging read it."""


class Window(TypedDict):
    at: str
    """Path of a timestamp."""
    within: str
    """A duration, such as `30d`."""


class RelationJoin(TypedDict):
    """A document is related when both sides have an equal value."""

    theirs: str
    mine: str


class RelationOrderBy(TypedDict):
    path: str
    direction: Literal["asc", "desc"]


class Relation(TypedDict):
    """Documents of the same namespace that are read beside the judged one."""

    join: RelationJoin
    """A document is related when both sides have an equal value."""
    where: NotRequired[Filter]
    fields: list[str]
    order_by: list[RelationOrderBy]
    last_n: int
    window: NotRequired[Window]
    answers: NotRequired[list[UpstreamAnswer]]


class UpstreamAnswer(TypedDict):
    """Another judgment's answer about the related document: in bands, cut, or the option of a choice."""

    judgment: str
    field: NotRequired[Literal["p", "score", "normalized", "escape_p"]]
    bands: NotRequired[list[float]]
    cut: NotRequired[float]
    value: NotRequired[bool]


class TwoSidedCriteria(TypedDict):
    true: NotRequired[str]
    false: NotRequired[str]


class DefinitionPart(TypedDict):
    name: str
    question: str


FeatureItem = TypedDict(
    "FeatureItem",
    {
        "name": 'str',
        "from": 'str',
    },
)


class FeatureItem2(TypedDict):
    name: str
    age_of: str
    unit: Literal["minutes", "hours", "days"] | str


class FeatureItem3(TypedDict):
    name: str
    previous: Literal["p"]


class FeatureItem4(TypedDict):
    name: str
    of: str
    """Name of a relation of the recipe."""
    aggregate: Literal["count", "share", "sum", "mean", "min", "max", "latest"] | str
    path: NotRequired[str]
    where: NotRequired[Filter]
    window: NotRequired[Window]


class ChoiceDefinitionEscape(TypedDict):
    description: str


class ChoiceDefinition(TypedDict):
    type: Literal["choice"]
    name: str
    question: str
    context: ContextRecipe
    engine: EngineRef
    horizon: str
    """How long after the answer its outcome is observed; `0s` by default."""
    applies_to: NotRequired[Filter]
    """Left out: the judgment applies to every document."""
    criteria: NotRequired[str]
    """How to decide."""
    options: list[ChoiceOption] | OptionsFrom
    """The options, or the relation whose documents they are."""
    escape: ChoiceDefinitionEscape


class ChoiceOption(TypedDict):
    value: str
    description: NotRequired[str]


OptionsFrom = TypedDict(
    "OptionsFrom",
    {
        "from": 'str',
        "show": 'list[str]',
    },
)


class ScoreDefinition(TypedDict):
    type: Literal["score"]
    name: str
    question: str
    context: ContextRecipe
    engine: EngineRef
    horizon: str
    """How long after the answer its outcome is observed; `0s` by default."""
    applies_to: NotRequired[Filter]
    """Left out: the judgment applies to every document."""
    criteria: NotRequired[str]
    """How to decide."""
    levels: list[ScoreLevel]


class ScoreLevel(TypedDict):
    value: float
    description: str


class JudgmentStats(TypedDict):
    day: str
    evaluations: int
    spend_usd: float
    tokens_per_document: float
    truncation_rate: float
    error_rate: float
    freshness_lag_p90_ms: float
    fanout: NotRequired[FanoutUse]
    """Left out where the judgment has no relation that fans out, on a prefix, whose namespaces have a limit each, and
    in lists of several namespaces.
    """


class FanoutUse(TypedDict):
    used_24h: int
    """Answers that fan-out has asked in the last 24 hours."""
    limit: int
    """Answers that it may ask in any 24 hours: `rolling_limit` in effect."""
    deferred: int
    """Answers that wait for room, counted up to 10,000; 0 while none is deferred."""
    resumes_at: str | None
    """When there is room again; null while nothing is deferred, or as it stands never."""


class JudgmentSettings(TypedDict):
    freshness: FreshnessView
    thresholds: Thresholds
    outcomes: OutcomeSettings
    """Empty: what is posted is the only outcome."""
    alternatives: AlternativesSettings
    queue: NotRequired[QueueSettings]
    """Of the review queue."""


class Warning(TypedDict):
    code: str
    """What is allowed but probably not meant, such as `field_not_found`; codes may be added."""
    path: str
    """JSON pointer into the request."""
    message: str
    """What was seen, and what to do."""


class SampleContext(TypedDict):
    namespace: str
    document: str
    text: str
    tokens: int
    size_class: str
    truncated: bool
    cuts: list[CutView]


class JudgmentList(TypedDict):
    judgments: list[JudgmentView]


class PlacedJudgmentList(TypedDict):
    judgments: list[PlacedJudgment]
    next_cursor: str | None


class PlacedJudgment(TypedDict):
    namespace: str
    """The namespace, or the template prefix, that it is defined on."""
    name: str
    type: Literal["bool", "choice", "score"] | str
    question: str
    """The question of the active version."""
    active_version: int
    engine: NotRequired[EngineRef]
    """The engine of the active version."""
    engine_source: NotRequired[Literal["built_in", "local", "hosted", "simulator"] | str | None]
    """What stands behind the name of its engine now; null: the name is not active."""
    stats: JudgmentStats
    """Today's figures; those of a template count every namespace that inherits it."""
    stats_yesterday: NotRequired[JudgmentStats]
    """The same of the day before, whole; left out by builds from before 28 November 2026."""


class BuiltInAnswersList(TypedDict):
    judgments: list[BuiltInAnswers]
    """By place and name."""
    more: bool
    """True when there are more than a reply names, or more than 500 judgments to look at."""


class BuiltInAnswers(TypedDict):
    namespace: str
    """The namespace, or the template prefix, that it is defined on."""
    name: str
    type: Literal["bool", "choice", "score"] | str
    engine: EngineRef
    """The engine of the active version."""
    engine_source: Literal["built_in", "local", "hosted", "simulator"] | str | None
    """What stands behind the name of its engine now."""
    answers: int | None
    """Current answers of documents to which it applies that the built-in engine gave. Null: there was no time to
    count them.
    """
    at_least: bool
    """True where it has more than 50,000 answers: 20,000 of them were looked at, and there may be more."""
    job: JobView | None


class JudgmentFigures(TypedDict):
    days: list[DayFigures]
    """One a day without gaps, oldest first; the last is today."""


class DayFigures(TypedDict):
    day: str
    """A day, UTC."""
    evaluations: int
    """Answers that were made."""
    failures: int
    """Asks that ended without an answer."""
    truncated: int
    """Answers to a context that was cut to fit."""
    tokens: int
    """Tokens of the contexts."""
    spend_usd: float
    """Total in USD."""
    freshness_lag_p50_ms: int
    """Median time from a change to its answer."""
    freshness_lag_p90_ms: int
    """90th percentile of the time from a change to its answer."""


class AnswerDistribution(TypedDict):
    on: str
    """The number, as in the query."""
    answers: int
    """Current answers of the judgment, those included that wait or could not be made. Documents that never asked for
    an answer have none.
    """
    sampled: bool
    """True when there are more than 200,000 answers: then the members below describe a sample of them."""
    read: int
    """Answers that the members below describe: all, or a random sample that stays the same."""
    numbers: int
    """How many of `read` have the number."""
    quantiles: list[float]
    """201 numbers, ascending: the least, then each that ends one more 200th part of them, last the greatest; empty
    without any.
    """
    by_status: AnswersByStatus
    """Of `read`."""
    by_value: list[AnswersOfValue]
    """Of `read`: answers of a choice or score by value, most first; at most 300 values. Empty for a bool."""


class AnswersByStatus(TypedDict):
    fresh: int
    stale: int
    pending: int
    """Answers that wait to be made for the first time."""
    unavailable: int


class AnswersOfValue(TypedDict):
    value: str | float | None
    """An option, or a level; null for the escape, and for answers that have no value yet."""
    answers: int


class VersionList(TypedDict):
    versions: list[VersionItem]
    next_cursor: str | None


class VersionItem(TypedDict):
    version: int
    created_at: str
    definition: JudgmentDefinition


class NamespaceList(TypedDict):
    namespaces: list[NamespaceItem]
    prefixes: NotRequired[list[NamespacePrefixView]]
    """With `delimiter` alone; they share its pages."""
    next_cursor: str | None


class NamespaceItem(TypedDict):
    name: str
    created_at: str


class NamespacePrefixView(TypedDict):
    prefix: str
    """Ends with a slash; send it as `prefix` to look below it."""
    namespaces: int
    """Namespaces that begin so; 1,000 stands for 1,000 or more."""
    template: str
    """The template prefix whose judgments they inherit."""


class NamespaceView(TypedDict):
    name: str
    created_at: str
    budget: BudgetView | None
    budget_paused: bool
    pinned: bool
    default_engine: EngineRef | None
    deleting: bool
    stats: NamespaceStats
    fanout: FanoutView


class BudgetView(TypedDict):
    compute_usd_per_month: float
    on_exceeded: Literal["pause"]


class NamespaceStats(TypedDict):
    documents: int
    bytes: int
    spend_month_usd: float
    periodic_cost_usd_per_month: float
    freshness_lag_p90_ms: float


class FanoutView(TypedDict):
    enabled: bool
    share: float
    debounce_ms: int
    max_wait_ms: int
    rolling_limit: int
    block_cap: int


class PendingCounts(TypedDict):
    pending: list[PendingCount]
    """In the order of service; reasons for which nothing waits are left out."""
    paused: bool
    """Judging is paused because the budget is spent."""


class PendingCount(TypedDict):
    reason: Literal["on_read", "on_change", "backfill", "fanout", "scoring", "deferred"] | str
    """`deferred`: fan-out past its rolling limit, which waits until it may go on."""
    answers: int
    """Answers that wait; 10,000 stands for 10,000 or more."""
    oldest_s: int
    """How long the one that has waited longest waits, among those that are counted, in seconds."""


class ApiKeyView(TypedDict):
    id: str
    prefix: str
    """The readable start of the key."""
    role: Literal["read_write", "read_only"] | str
    scope: str
    description: str | None
    expires_at: str | None
    created_at: str
    last_used_at: str | None
    """The last request, to a minute."""
    made_by: str | None
    """`key:<id>`, `user:<id>` or `operator`."""
    key: NotRequired[str]
    """The key itself, in the reply of its creation only."""


class ApiKeyList(TypedDict):
    api_keys: list[ApiKeyView]
    next_cursor: str | None


class OrganizationView(TypedDict):
    id: str
    name: str
    plan: Literal["developer", "team", "scale"] | str
    suggestions: bool
    members_may_label: bool
    """Whether members may post outcomes."""
    non_production_prefixes: list[str]
    created_at: str


class OrganizationQuotas(TypedDict):
    plan: Literal["developer", "team", "scale"] | str
    month: str
    """UTC month in which the judgments are counted, `YYYY-MM`."""
    judgments: QuotaUse
    """Judgments of the month: charged, and held for asks that run now."""
    namespaces: QuotaUse
    documents: QuotaUse
    gib: QuotaUse
    """Stored size of attributes and state, GiB (2^30 bytes)."""


class QuotaUse(TypedDict):
    limit: float | None
    """Null when the plan has no limit."""
    used: float


class AuditList(TypedDict):
    changes: list[AuditEntry]
    """Newest first."""
    next_cursor: str | None


class AuditEntry(TypedDict):
    id: str
    """`aud_..`."""
    at: str
    actor: str
    """`key:<id>`, `user:<id>` or `operator`."""
    action: str
    """What was done, such as `member.removed`."""
    target: str | None
    """Id of what was changed."""
    link_made_by: str | None
    """Who made the link by which the actor came in and who could have used it, until the actor sets a password."""
    before: dict[str, Any] | None
    """What was changed, before."""
    after: dict[str, Any] | None
    """What was changed, after."""
    actor_details: AuditParty
    """Who `actor` is."""
    target_details: AuditParty | None
    link_made_by_details: AuditParty | None


class AuditParty(TypedDict):
    kind: Literal["person", "key", "session", "provider", "model", "organization", "operator", "other"] | str
    """A later version may say another word."""
    id: str
    """Its id without the kind; `operator` for who runs the service."""
    name: str | None
    """A person's or provider's name, a key's description; null where there is none."""
    email: str | None
    """The address of a person, and of the person of a session; of a former member the one last written here."""
    current: bool
    """Whether it is still there: a member, a key not revoked, a session not ended."""


class UsageReport(TypedDict):
    month: str
    judgment_units: float
    tokens: int
    cost_usd: float
    """Cost of judging only."""
    active_namespaces: int
    """Namespaces with a write or a judged answer in the month; the tenant fee counts them."""
    by_judgment: NotRequired[dict[str, float]]
    """Units by judgment name: the 100 names with the most."""
    namespaces: list[UsageLine]
    """A page of the namespaces, by name, of about 1 MiB at most. The figures beside it are of all of them."""
    next_cursor: NotRequired[str | None]
    tenant_fee_usd: NotRequired[float]
    """Fee for the active namespaces."""
    pinned_gib_months: NotRequired[float]
    """GiB-months of pinned namespaces."""
    pinned_cost_usd: NotRequired[float]
    total_cost_usd: NotRequired[float]
    """Sum of judging, tenant fee and pinned namespaces."""
    closed_at: NotRequired[str | None]
    """When the month was closed; its report no longer changes after that."""


class UsageLine(TypedDict):
    namespace: str
    judgment_units: float
    tokens: int
    cost_usd: float
    by_judgment: dict[str, float]
    pinned_gib_months: NotRequired[float]
    """GiB-months kept resident by pinning: size times share of the month."""


class UsageDays(TypedDict):
    month: str
    """UTC month, `YYYY-MM`."""
    days: list[UsageDay]
    """Each day of the month until today, also those without a charge."""
    undated: UsageFigures
    """Charges of the month without a day: days are kept for 400 days, and releases before this one kept none."""


class UsageDay(TypedDict):
    judgment_units: float
    tokens: int
    cost_usd: float
    """Cost of judging only, USD, rounded so that the days and `undated` add up to the month."""
    day: str
    """UTC day, `YYYY-MM-DD`."""


class UsageFigures(TypedDict):
    judgment_units: float
    tokens: int
    cost_usd: float
    """Cost of judging only, USD, rounded so that the days and `undated` add up to the month."""


class OutcomesPosted(TypedDict):
    recorded: int
    replaced: int
    unchanged: int
    matched: int
    unmatched: list[UnmatchedOutcome]


class UnmatchedOutcome(TypedDict):
    document: str
    reason: str
    """`no_answer_at_as_of`, `no_such_document`, `answer_not_found`, `document_deleted` or `answer_expired`."""
    first_answer_at: NotRequired[str]


class OutcomeList(TypedDict):
    outcomes: list[OutcomeView]
    next_cursor: str | None


class OutcomeView(TypedDict):
    id: str
    namespace: str
    """The namespace of the document: at a template, outcomes of several are listed."""
    document: str
    value: bool | str | float | None
    escape: bool
    source: Literal["posted", "rule", "queue", "implicit"] | str
    author: NotRequired[OutcomeAuthor | None]
    observed_at: str
    answer: str | None
    as_of: str | None
    """`as_of` as it was sent: a timestamp, or `latest`; null when it was left out."""
    unmatched: str | None
    """Why it labels no answer, as the reply to the post said; null when it labels one."""
    hindsight: bool
    """True when the answer may have known what happened: `as_of` is `latest` or later than `observed_at`, or the
    answer was judged after it.
    """
    created_at: str


class OutcomeAuthor(TypedDict):
    type: Literal["user", "key", "rule", "implicit"] | str
    id: str | None
    """Id of the account or the key; null for a rule and an implicit outcome."""


class CalibrationReport(TypedDict):
    version: int | None
    engine_version: str | None
    """The epoch of the labels; null without labels."""
    engine_source: NotRequired[Literal["built_in", "local", "hosted", "simulator"] | str | None]
    """What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared
    words. Null without an epoch, and of epochs that ended before a build that keeps it.
    """
    rule: NotRequired[int]
    """How the figures were counted: 1 each label once; 2 labels weighted to stand for all answers, documents as the
    unit. Figures stored with a fit keep theirs.
    """
    type: Literal["bool", "choice", "score"] | str
    fit: str | None
    fitted_at: str | None
    fit_outcomes: LabelFilterView | None
    fit_labels: int | None
    """Number of labels that the fit was made of; null without a fit."""
    read_with: Literal["raw", "calibrated", "features"] | str
    """How `calibrated` of answers is made."""
    base_rate: float | None
    """For a bool: share of yes, labels weighted to stand for all answers; null without labels."""
    base_rate_interval: list[float] | None
    """Wilson, 95 %, by document."""
    classes: list[ClassCount]
    """Classes of a choice (the escape last) or a score; empty for a bool."""
    speaks_for: NotRequired[Literal["all", "labelled"] | str]
    """Which answers `base_rate`, `classes` and the bins speak for: `all` current answers, or the `labelled` ones
    alone, because some answers lie where there are no labels, because all answers were not counted, or because what
    happens has moved (`drift.worse`). Left out by builds from before it.
    """
    answers: NotRequired[AnswersBesideView | None]
    labels: ReportLabels
    excluded: ExcludedLabels
    bins: list[BinView]
    """Bins of held-out reads, made as `read_with` says; for several classes of the most probable one."""
    raw_bins: list[BinView]
    """Bins of the raw answers."""
    histogram: NotRequired[list[int]]
    """Labels by their held-out read in 20 bins of equal width, from 0 to 1; reports from before it have none."""
    raw_histogram: NotRequired[list[int]]
    """The same of the raw answers."""
    held_out: HeldOutView
    raw: RawMetrics
    """Three metrics of `held_out.raw`; null without labels."""
    thresholds: dict[str, ThresholdPerformance]
    """By name of the threshold."""
    drift: DriftView | None
    agreement: NotRequired[AgreementView | None]
    choice: FitChoiceView | None
    confusion: NotRequired[list[ConfusedValues]]
    """Of a choice, by the reads in use: each observed value with the likeliest one. Beyond twelve options the 50
    pairs that are confused most; else empty.
    """
    level_bias: NotRequired[list[LevelBiasView]]
    """Of a score, by the reads in use; else empty."""
    errors: NotRequired[list[WrongLabel]]
    """Labels whose likeliest value did not come true, those first whose observed value was read as the least
    probable.
    """
    verdict: NotRequired[VerdictView]
    repeatability: NotRequired[RepeatabilityView | None]
    segments: NotRequired[SegmentsView]
    """Only with `by`."""
    notices: list[ReportNotice]
    computed_at: str
    """When the figures were counted."""


class LabelFilterView(TypedDict):
    sources: list[str] | None
    """Sources of the labels; null means every source."""
    since: str | None
    """Labels observed at or after this time."""
    until: str | None
    """Labels observed before this time."""


class ClassCount(TypedDict):
    value: str | None
    """An option, or a level as text; null is the escape."""
    labels: int
    share: float
    """Share of labels, weighted."""
    mean_p: float
    """Mean probability that the raw answers gave it, weighted."""


class AnswersBesideView(TypedDict):
    count: int
    """Answers that were counted."""
    sampled: bool
    """True when there are more than 200,000: then about 20,000 of them, drawn at random, were counted."""
    counted_at: str
    """When they were counted: at most an hour ago, or up to 36 hours while they cannot be counted anew."""
    p: float
    """Chance of labels that lie so far from the answers, if they were drawn from them; below 0.01 a notice tells it."""
    unlabelled: float
    """Share of the answers in strata without a label."""
    strata: list[StratumView]
    """By tenths of p or `normalized`, or by option."""


class StratumView(TypedDict):
    low: float | None
    """From this p of a bool or `normalized` of a score on; null for a choice."""
    high: float | None
    """Below this number; 1 is the last one. Null for a choice."""
    value: str | None
    """For a choice: the most probable option; null for the escape, and for other types."""
    answers: float
    """Share of the answers."""
    labels: float
    """Share of the labels, those of the review queue weighted."""


class ReportLabels(TypedDict):
    count: int
    by_source: SourceCounts
    hindsight: int
    documents: NotRequired[int]
    """Documents of the labels that the figures use. Left out by builds from before it."""
    used: int
    """Labels that the figures use; of more than 100,000 a fixed sample."""
    sampled: bool
    outcomes: LabelFilterView | None


class SourceCounts(TypedDict):
    posted: int
    queue: int
    rule: int
    implicit: int


class ExcludedLabels(TypedDict):
    other_epoch: int
    """Labels of the same version that were judged in another epoch of the engine."""
    superseded: int
    """Labels on an answer for which another label counts: what most authors say, at a tie what was observed last."""
    filtered: int
    """Labels left out by `sources`, `since` or `until`."""
    non_production: int
    """Labels in non-production namespaces, in a template's report."""
    no_number: int
    """Labels whose answer has no number to compare with."""
    option_gone: int
    """Labels whose value is no option or level of this version."""
    unmatched: int
    """Outcomes that label no answer."""


class BinView(TypedDict):
    low: float
    """Lowest read in the bin."""
    high: float
    """Highest read in the bin."""
    n: int
    """Labels in it."""
    documents: NotRequired[int]
    """Documents of its labels. Left out of figures from before it."""
    occupancy: float
    """Share of all labels, weighted, in (0, 1]."""
    mean_p: float
    """Weighted mean."""
    observed: float
    """Share of its labels that came true, weighted."""
    interval: list[float] | None
    """Clopper and Pearson, 95 %, by document, of `observed`."""


class HeldOutView(TypedDict):
    speaks_for: NotRequired[Literal["all", "labelled"] | str]
    """Which answers `raw` and `calibrated` speak for: `all` current answers, or the `labelled` ones alone, because
    some answers lie where there are no labels, because all answers were not counted, or because what happens has
    moved (`drift.worse`). Left out by builds from before it.
    """
    raw: HeldOutMetrics | None
    calibrated: HeldOutMetrics | None
    features_only: float | None
    """Log loss of the features alone, for a judgment with features. Null for one tenant of a template and beside a
    filter.
    """
    base_rate: NotRequired[BaseRateMetrics | None]
    skill: NotRequired[float | None]
    """1 - log loss of the reads in use (`calibrated` unless `read_with` is raw) / log loss of the base rate: 0 is no
    better.
    """
    skill_interval: NotRequired[list[float] | None]
    """By document, the losses in pairs, 95 %."""


class HeldOutMetrics(TypedDict):
    log_loss: float
    """In nats."""
    log_loss_interval: list[float] | None
    """Student by document, skewness removed, 95 %."""
    brier: float | None
    """In [0, 1] for a bool; for several classes their sum, in [0, 2]."""
    brier_interval: list[float] | None
    """Student by document, skewness removed, 95 %."""
    ece: float | None
    """Debiased, bins of equal mass; for several classes of the most probable one; null below 50 labels."""
    ece_interval: list[float] | None
    """Always null: a figure that is folded at 0 has no interval that covers. Compare `ece` with `ece_noise_floor`."""
    ece_noise_floor: NoiseFloorView | None
    ece_equal_width: float | None
    """Plug-in estimate, ten bins of equal width. Biased upward; use it only to compare with published figures."""
    auroc: float | None
    """For a bool. Of calibrated reads in the order in which the fit puts answers: 0.5 where it reads all the same."""
    auroc_interval: list[float] | None
    """DeLong, 95 %; where documents have several labels, or labels are weighted, by Obuchowski."""
    precision_at_5: float | None
    precision_at_5_interval: list[float] | None
    """Clopper-Pearson, 95 %, by document."""
    precision_at_10: float | None
    precision_at_10_interval: list[float] | None
    """Clopper-Pearson, 95 %, by document."""
    accuracy: float
    """Share of labels whose likeliest value came true; for a score, whose level nearest to `score` did."""
    accuracy_interval: list[float] | None
    """Wilson, 95 %, by document."""
    accuracy_of_value: NotRequired[float | None]
    """For a score: share of labels whose likeliest level, which is `value`, came true; reports from before it have
    none.
    """
    accuracy_of_value_interval: NotRequired[list[float] | None]
    """Wilson, 95 %, by document."""
    mean_absolute_error: float | None
    """For a score: mean distance to the observed number, in the levels' unit."""
    kappa: float | None
    """For a score: quadratic weighted kappa of the nearest levels."""


class NoiseFloorView(TypedDict):
    mean: float
    """Mean calibration error that perfectly calibrated reads would show."""
    high: float
    """95th percentile of the calibration error of perfectly calibrated reads."""


class BaseRateMetrics(TypedDict):
    log_loss: float
    """In nats."""
    log_loss_interval: list[float] | None
    """Student, skewness removed, 95 %."""
    brier: float
    """In [0, 1] for a bool; for several classes their sum, in [0, 2]."""
    brier_interval: list[float] | None
    """Student, skewness removed, 95 %."""
    accuracy: float
    """Share of the labels that are of the commonest class; for a score, of the level nearest to the mean."""
    accuracy_interval: list[float] | None
    """Wilson, 95 %."""
    accuracy_of_value: float | None
    """For a score: share of the labels that are of the commonest level."""
    accuracy_of_value_interval: list[float] | None
    """Wilson, 95 %."""
    mean_absolute_error: float | None
    """For a score: mean distance of the labels' mean to each number, in the levels' unit."""


class RawMetrics(TypedDict):
    log_loss: float | None
    """Mean of -ln of the probability given to what happened, in nats."""
    brier: float | None
    accuracy: float | None


class ThresholdPerformance(TypedDict):
    threshold: Threshold
    """The threshold in force, as it was set."""
    n: NotRequired[int]
    """Labels that it was counted on. Left out by builds from before it."""
    documents: NotRequired[int]
    """Documents of these labels."""
    flagged: float
    """Share of all current answers that meet the threshold. Of labelled answers where the current ones were not
    counted, and for thresholds on a feature, on an option or with `lte`.
    """
    speaks_for: NotRequired[Literal["all", "labelled"] | str]
    """Which answers precision and recall speak for: `all` current answers, or the `labelled` ones alone, because some
    answers lie where there are no labels, because all answers were not counted, or because what happens has moved
    (`drift.worse`). Left out by builds from before it.
    """
    precision: float | None
    """Null when no answer meets the threshold."""
    precision_interval: list[float] | None
    """Wilson, 95 %, by document."""
    precision_at_least: float | None
    """One-sided 95 % bound."""
    recall: float | None
    """Null when no label is positive."""
    recall_interval: list[float] | None
    """Wilson, 95 %, by document."""
    recall_at_least: float | None
    """One-sided 95 % bound."""


class DriftView(TypedDict):
    since: str
    until: str
    labels: int
    documents: NotRequired[int]
    """Documents of these labels: labels of one document count as one."""
    fit: NotRequired[str | None]
    """The fit that reads these labels: the last one made at or before `since`; null with a `reason`."""
    fit_made_at: NotRequired[str | None]
    log_loss: float
    """Mean log loss of these labels as `fit` reads them; without it as the fit in force does, each held out."""
    expected_log_loss: float
    """Held-out log loss when that fit was made; of a filter, a namespace of a template or a filtered fit, that of the
    labels before `since`.
    """
    log_loss_interval: list[float] | None
    """Student, skewness removed, 95 %, of `log_loss`."""
    mean_p: float | None
    """For a bool: `mean_read`."""
    mean_read: NotRequired[float | None]
    """Mean of what was read: of a bool the share of yes, of a score in the unit of its levels, of `options.from` the
    share of the likeliest; null for another choice.
    """
    observed: float | None
    """What came true, in the unit of `mean_read`; null where that is."""
    options: NotRequired[list[DriftOption]]
    """Of a choice; empty for others."""
    slope: NotRequired[float | None]
    """How strongly what came true follows what was read: 1 is right, below 1 reads are too sure; null untested."""
    tests: NotRequired[list[DriftTestView]]
    """Empty with a `reason`."""
    reason: NotRequired[Literal["no_fit_before", "no_labels_before", "too_few_documents"] | str | None]
    """Why nothing is tested: no fit is from before `since`, no label is, or the labels are of one document; null
    where tests are.
    """
    worse: bool
    """True when a test has p of at most 0.05: the labels are not what the fit reads, beyond noise."""
    speaks_for: NotRequired[Literal["all", "labelled"] | str]
    """Which answers these figures speak for: `all` current answers, or the `labelled` ones alone, because some
    answers lie where there are no labels, because all answers were not counted, or because what happens has moved
    (`drift.worse`). Left out by builds from before it.
    """


class DriftOption(TypedDict):
    option: str | None
    """The option; null for the escape."""
    mean_read: float
    """Mean probability that `fit` gives it."""
    observed: float
    """Share of the labels in which it came true."""


class DriftTestView(TypedDict):
    test: Literal["mean", "slope", "loss"] | str
    """`mean`: as much came true as was read. `slope`: what was read is neither too sure nor too careful. `loss`: the
    log loss is no worse than promised.
    """
    option: NotRequired[str | None]
    """With `mean` of a choice: the option that differs most beyond noise, null for the escape; else left out."""
    statistic: float
    """Student's t, `documents` less one degrees of freedom; below 0 where less came true than was read."""
    p: float
    """Two-sided, of `loss` one-sided; corrected for the three tests and for the options."""


class AgreementView(TypedDict):
    alpha: float | None
    """Krippendorff's alpha of the latest label of each author, nominal for a bool and a choice, interval for a score:
    1 is full agreement, 0 what chance gives. Null where all labels have the same value.
    """
    interval: list[float] | None
    """Bootstrap over documents, 95 %."""
    answers: int
    """Answers that two or more people or keys have labelled; of more than 10,000 labels the oldest ones."""
    authors: int
    """People and keys that labelled them."""


class FitChoiceView(TypedDict):
    out_of_sample: bool
    """Always false: the chosen loss is the least of several losses on the same labels."""
    candidates: list[ReadingCandidate]


class ReadingCandidate(TypedDict):
    map: str
    """`raw`, `platt`, `beta`, `isotonic`, `parts`, `features`, `temperature`, `bias`, `vector` or `ordinal`."""
    log_loss: float
    """Mean cross-fitted log loss, in nats."""
    chosen: bool


class ConfusedValues(TypedDict):
    observed: str | None
    """The option that came true; null is the escape."""
    read: str | None
    """The likeliest option; null is the escape."""
    labels: int
    share: float
    """Share of the labels of `observed`, in (0, 1]."""
    interval: list[float]
    """Wilson by document, 95 %, of `share`."""


class LevelBiasView(TypedDict):
    level: float
    labels: int
    """Labels whose read score is nearest to the level."""
    mean_read: float
    """Mean of the read scores, in the levels' unit."""
    bias: float
    """`mean_read` minus the mean of what came true: above 0 the reads are too high."""
    interval: list[float] | None
    """Student by document, 95 %, of `bias`."""


class WrongLabel(TypedDict):
    namespace: str
    """The namespace of the document."""
    document: str
    observed: bool | str | float | None
    """What came true; null is the escape."""
    p: float
    """The probability that the held-out read gave it, in [0, 1]."""


class VerdictView(TypedDict):
    code: Literal["better", "no_better", "drifted", "few_labels", "no_labels", "not_compared"] | str
    """Of the reads in use: `better` than always saying the base rate, beyond chance; `no_better`; `drifted`: better,
    and worse in the last 30 days than the fit promised; `few_labels` (below 50); `no_labels`; `not_compared`: counted
    before there was the comparison.
    """
    sentence: str


class RepeatabilityView(TypedDict):
    asked_at: str
    """When the run ended."""
    answers: int
    """Answers that were asked at least twice."""
    times: int
    """Asks of each answer."""
    version: int
    engine_version: str
    """The epoch that was asked; a report of another one does not show the figures."""
    other_epoch: NotRequired[int]
    """Asks that another epoch answered, and that no figure counts. Left out by builds from before it."""
    sd_logit: float | None
    """Of a bool: standard deviation of log odds, in nats."""
    sd_p: float | None
    """Of a bool: standard deviation of p."""
    sd_normalized: float | None
    """Of a score: standard deviation of `normalized`."""
    value_changes: RepeatedShareView | None
    flips: dict[str, RepeatedShareView]
    """How often an answer changes side, by the name of a threshold in force when the run ended; those on features are
    left out.
    """


class RepeatedShareView(TypedDict):
    share: float
    """Share of current answers that come out differently when they are asked twice."""
    interval: list[float]
    """Wilson, 95 %, by document."""


class SegmentsView(TypedDict):
    by: str
    """The attribute, as it was asked for."""
    distinct: int
    """Values that labels have, also those that count as `other`."""
    values: list[SegmentView]
    """At most twenty values, most labels first, and then the other kinds."""


class SegmentView(TypedDict):
    kind: Literal["value", "other", "none", "not_kept"] | str
    """`value`; `other` values past the twenty with most labels; `none`: the document had no such attribute, or null;
    `not_kept`: a label of before attributes were kept, of a document that is deleted, or a value that is a list or
    too long to keep.
    """
    value: str | float | bool | None
    """Null unless `kind` is `value`."""
    labels: int
    documents: int
    """Documents of the labels; intervals and tests count each once."""
    base_rate: float | None
    """For a bool: share of yes; otherwise null."""
    mean_read: float
    """Mean p of a bool, mean probability of the likeliest class of a choice, mean score of a score."""
    observed: float
    """Share of yes of a bool, share of a choice whose likeliest class came true, mean outcome of a score."""
    observed_interval: list[float] | None
    """Of `observed`: Wilson, or Student of a score, 95 %, by document; null of a score below two documents."""
    log_loss: float
    """Mean log loss, in nats."""
    gap: float
    """`mean_read` minus `observed`: above 0 where more is read than comes true."""
    gap_p: float | None
    """Probability of such a gap where the reads are right, times the number of segments that have one (Bonferroni),
    at most 1; null below ten documents or five open outcomes.
    """
    differs: bool
    """Whether the gap is beyond noise: `gap_p` below 0.05."""


class ReportNotice(TypedDict):
    code: str
    """`no_fit`, `few_labels` (below 50), `one_class`, `queue_labels`, `sampled`, `labels_unlike_answers` (`answers.p`
    is below 0.01), `answers_not_counted`, `worse_than_raw` (the fit loses more than the raw answers, beyond noise,
    and more than learning costs), `drifted` (`drift.worse`; it names the tests), `ranks_backwards` (the interval of
    raw AUROC lies below 0.5), `ranks_nothing` (it holds 0.5, and nine in ten calibrated reads lie within 0.1),
    `no_better_than_base_rate` (from 50 labels on, the interval of `held_out.skill` does not lie above 0),
    `still_miscalibrated` (the calibrated `ece` is above three times the mean of its noise floor), `stands_since`.
    """
    message: str


class LabelTable(TypedDict):
    version: int | None
    engine_version: str | None
    """The epoch of the labels; null without labels."""
    engine_source: NotRequired[Literal["built_in", "local", "hosted", "simulator"] | str | None]
    """What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared
    words. Null without an epoch, and of epochs that ended before a build that keeps it.
    """
    type: Literal["bool", "choice", "score"] | str
    fit: str | None
    """The fit that reads the labels."""
    classes: list[str | float | None]
    """Of a choice its options and null for the escape, of a score its levels; empty for a bool. Where each answer has
    options of its own: places by probability, of which zeros are padding.
    """
    floor: float
    """Smallest probability that losses count with, half a step of the engine."""
    labels: int
    """Labels of all pages."""
    sampled: bool
    """Whether they are a fixed share of more than 100,000."""
    snapshot: str
    """The same on two pages when no label changed between them."""
    rows: list[LabelItem]
    next_cursor: str | None


class LabelItem(TypedDict):
    answer: str
    """Id of the answer of record, `ans_..`."""
    outcome: str | None
    """Null when the outcome was retracted, or its namespace deleted, after the fit."""
    namespace: str | None
    """Null as `outcome`."""
    document: str | None
    """Null as `outcome`."""
    unit: int
    """Number of the document in this table: labels with the same one are of one document."""
    source: Literal["posted", "rule", "queue", "implicit"] | str
    hindsight: bool
    observed_at: str
    value: bool | str | float | None
    """What happened; null for the escape, and as `outcome` where each answer has options of its own."""
    escape: bool
    y: int
    """Of a bool 1 or 0; otherwise the place in `classes` of what happened."""
    raw: list[float]
    """As the engine answered: p of a bool, else a probability for each of `classes`."""
    calibrated: list[float] | None
    """As a fit reads it that did not know it; null without a fit."""
    score: float | None
    """Of a score: the engine's own, where it gave one; otherwise null."""
    weight: float
    """How many labels it counts for in every weighted figure; the weights sum to the number of labels."""


class VerdictList(TypedDict):
    verdicts: list[JudgmentVerdict]
    """By name, of judgments in force here whose active version has a fit; others are left out."""


class JudgmentVerdict(TypedDict):
    judgment: str
    verdict: VerdictView
    fit: str
    """The fit that was made then, `fit_..`."""
    labels: int
    """Labels that it stands on."""
    fitted_at: str
    """When the fit was made."""


class CalibrationHistory(TypedDict):
    fits: list[PastFit]
    """Newest first."""
    weeks: list[ReadWeek]
    """Weeks with labels of the active version and its newest epoch, oldest first; on the first page alone."""
    speaks_for: NotRequired[Literal["all", "labelled"] | str]
    """Which answers `weeks` speak for: `all` current answers, or the `labelled` ones alone, because some answers lie
    where there are no labels, because all answers were not counted, or because what happens has moved
    (`drift.worse`). Left out by builds from before it.
    """
    answers: NotRequired[list[AnswerWeek]]
    """Weeks in which the current answers were counted, oldest first; on the first page alone."""
    next_cursor: str | None


class PastFit(TypedDict):
    fit: str
    """Fit id, `fit_..`."""
    version: int
    engine_version: str
    """The epoch of the engine whose answers it reads."""
    engine_source: NotRequired[Literal["built_in", "local", "hosted", "simulator"] | str | None]
    """What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared
    words. Null without an epoch, and of epochs that ended before a build that keeps it.
    """
    new_epoch: bool
    """True when the fit before it was of another epoch; false for the first."""
    made_at: str
    read_with: Literal["raw", "calibrated", "features"] | str
    rule: NotRequired[int]
    """How the figures were counted: 1 each label once; 2 labels weighted to stand for all answers, documents as the
    unit. Figures of unlike rules do not compare.
    """
    labels: LabelCounts
    documents: NotRequired[int | None]
    """Documents of the labels; null for a fit from before `rule` 2."""
    outcomes: LabelFilterView | None
    log_loss: float | None
    """Of the answers as the fit reads them, in nats."""
    log_loss_interval: list[float] | None
    """Student, skewness removed, 95 %."""
    raw_log_loss: float | None
    """Of the answers as the engine gave them, in nats."""
    ece: float | None
    """Calibration error as the fit reads them; null below 50 labels."""
    raw_ece: float | None
    """Calibration error as the engine gave them; null below 50 labels."""
    ece_noise_floor: NoiseFloorView | None


class LabelCounts(TypedDict):
    count: int
    by_source: SourceCounts
    hindsight: int


class ReadWeek(TypedDict):
    week: str
    """Monday of the week, UTC."""
    labels: int
    """Labels that were observed in it."""
    documents: NotRequired[int]
    """Documents of these labels."""
    mean_read: float
    """Weighted mean of the reads, each held out; for several classes of the most probable one."""
    observed: float
    """Share of the labels that came true, weighted."""
    interval: list[float]
    """Wilson, 95 %, by document, of `observed`."""


class AnswerWeek(TypedDict):
    week: str
    """Monday of the week, UTC."""
    counted_at: str
    """When they were counted last in it, for a fit or a report."""
    n: int
    """Current answers with a number."""
    sampled: bool
    """Whether they are a sample of all."""
    psi: float | None
    """Population stability index against the mean of up to 12 weeks before, by tenth of p or of `normalized`, or by
    option: by custom 0.1 is some change and 0.25 much; null for the first week.
    """
    p: float | None
    """Chi-square of the same; too large rather than too small, since most answers stand in both counts."""


class ThresholdRecommendation(TypedDict):
    version: int
    engine_version: str | None
    """The epoch whose answers were used."""
    engine_source: NotRequired[Literal["built_in", "local", "hosted", "simulator"] | str | None]
    """What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared
    words. Null without an epoch, and of epochs that ended before a build that keeps it.
    """
    on: str
    target: str
    threshold: float | None
    """Answers at or above the threshold are flagged; null means that it flags none."""
    holds: bool | None
    """True when the target is reached with 95 % confidence: of precision at each of at most 20 steps from the
    strictest threshold down to this one. False when only the labels at hand meet it, and always of fewer than 30
    documents and where the answers rank nothing, the last 30 days drifted, or answers without a label near them could
    break it (`notices`); null for cost.
    """
    n: int
    """Number of labelled answers that were used."""
    documents: NotRequired[int]
    """Number of documents that they are of. Left out by builds from before it."""
    positives: int
    """Number of positive labels among them."""
    flagged: float
    """Share of all current answers that the threshold would flag; of labelled answers where the current ones were not
    counted, and for a choice.
    """
    speaks_for: NotRequired[Literal["all", "labelled"] | str]
    """Which answers precision, recall, cost and curve speak for: `all` current answers, or the `labelled` ones alone,
    because some answers lie where there are no labels, because all answers were not counted, or because what happens
    has moved (`drift.worse`). Left out by builds from before it.
    """
    precision: ShareEstimate | None
    recall: ShareEstimate | None
    cost: float | None
    """For cost: the sum over the labelled answers, of which the threshold is the cheapest. `decision` counts it held
    out.
    """
    decision: NotRequired[DecisionView | None]
    labels_needed: int | None
    """Estimated number of labels after which a threshold holds with a chance of 80 %; null when it holds, for cost,
    or when more labels would not help.
    """
    documents_needed: NotRequired[int | None]
    """The same in documents, at least 30. Left out by builds from before it."""
    sampled: bool
    """True when a fixed share of more than 100,000 labels was used."""
    curve: list[CurvePointView]
    """Performance by threshold, in descending order."""
    notices: NotRequired[list[ReportNotice]]
    """`ranks_nothing` or `ranks_backwards`: the interval of AUROC holds 0.5 or lies below it, so no threshold is
    promised. `few_documents`: the labels are of fewer than 30. `drifted`: `drift.worse` of the report, so none is
    promised of the answers of now. `labels_unlike_answers` and `answers_not_counted` as in a report. Left out by
    builds from before it.
    """


class ShareEstimate(TypedDict):
    value: float
    interval: list[float]
    """95 % interval, by document. The labels chose the threshold where they are lucky, so it is Wilson at 99 %, which
    then covers 95 %.
    """
    at_least: float
    """One-sided 95 % bound of this threshold alone, by document: Clopper and Pearson for precision, Wilson for
    recall. At least the target where it `holds`.
    """


class DecisionView(TypedDict):
    rows: list[DecisionRow]
    """The recommended threshold first, then those in force by name, none and all."""
    curve: list[CostPointView]
    """In descending order of thresholds; each point is counted on all labels."""


class DecisionRow(TypedDict):
    flags: Literal["recommended", "in_force", "none", "all"] | str
    """The recommended threshold, one in force that compares the same number, flagging none, or flagging all."""
    name: str | None
    """Name of the threshold in force; null for the others."""
    threshold: float | None
    """Answers at or above it are flagged; null for `none` and `all`."""
    cost: float
    """Mean cost of an answer, in the unit of the costs. Of the recommended threshold it is counted held out: on each
    tenth of the documents, at the threshold that the other nine choose.
    """
    cost_interval: list[float] | None
    """95 %, by document."""
    saves: float | None
    """What the recommended threshold saves an answer against this row; below 0 where it costs more. Null for itself."""
    saves_interval: list[float] | None
    """95 %, of the same labels in pairs. Holds 0 where nothing is proven."""


class CostPointView(TypedDict):
    threshold: float | None
    """Null flags none."""
    cost: float
    """Mean cost of an answer, in the unit of the costs."""
    cost_interval: list[float] | None
    """95 %, by document."""


class CurvePointView(TypedDict):
    threshold: float
    flagged: float
    precision: float
    recall: float
    precision_interval: NotRequired[list[float] | None]
    """95 % interval (Wilson) of `precision`. Left out by builds from before it."""
    recall_interval: NotRequired[list[float] | None]
    """95 % interval (Wilson) of `recall`. Left out by builds from before it."""


class QueueView(TypedDict):
    version: int
    items: list[QueueItem]
    next_cursor: str | None
    """Always null; new items follow when the present ones are labelled."""


class QueueItem(TypedDict):
    namespace: str
    document: str
    answer: str
    """Id of an answer of record, `ans_..`."""
    document_version: int
    judged_at: str
    p: NotRequired[float]
    """Probability of yes (bool)."""
    score: NotRequired[float]
    """The score (score)."""
    value: NotRequired[str | float | None]
    """The most probable option or level (choice, score)."""
    escape_p: NotRequired[float]
    dist: NotRequired[dict[str, float]]
    reason: Literal["near_threshold", "under_covered", "random"] | str
    """The main reason why the item was drawn."""
    weight: float
    """Number of answers that the item stands for: the inverse of the probability with which its draw took it. A draw
    takes up to 100 of the answers that no draw took before.
    """
    drawn_at: str
    second_opinion: NotRequired[bool]
    """Whether somebody else has labelled it: what they said is not shown."""


class AlternativesTable(TypedDict):
    version: int
    engine_version: str | None
    """Epoch of the fit whose labelled answers are used; null before a fit."""
    engine_source: NotRequired[Literal["built_in", "local", "hosted", "simulator"] | str | None]
    """What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared
    words. Null without an epoch, and of epochs that ended before a build that keeps it.
    """
    status: Literal["not_run", "quoting", "running", "ready", "none"] | str
    reason: Literal["awaiting_confirm", "awaiting_run", "nothing_to_score", "too_few_outcomes", "composite", "inherited", "budget_paused", "nothing_better", "accuracy_would_drop", "superseded"] | str | None
    message: str
    """The status in a sentence."""
    automatic: bool
    """Whether a run starts by itself after a fit, at most monthly."""
    skip_engines: list[EngineRef]
    """Engines that the judgment skips as automatic alternatives."""
    labels: AlternativesLabels
    corrected_for: int
    """Engine and named alternatives scored this month."""
    quote: AlternativesQuote | None
    current: AlternativesCurrent | None
    alternatives: list[Alternative]
    """Engine and named alternatives first, then narrowings."""
    cascades: NotRequired[list[AlternativesCascade]]
    """Cheaper alternatives that may be asked before the version, cheapest first. Results of older runs have none."""
    cascades_reason: NotRequired[str | None]
    """Why `cascades` is empty, in a sentence; null when it is not."""
    speaks_for: NotRequired[Literal["all", "labelled"] | str | None]
    """The answers that figures and verdicts are true of: `all` current ones, or such as are `labelled`, where labels
    lie elsewhere than the answers or the answers were not counted. Null before a score.
    """
    suggestion: SuggestedAlternative | None
    headline: str | None
    computed_at: str | None
    next_run_after: str | None
    """When the next automatic run may start; null while `automatic` is off."""
    plan_required: AlternativesPlanRequired | None
    usage: NotRequired[UsageView]
    """What the run used; in the result of its job only."""


class AlternativesLabels(TypedDict):
    count: int
    """Labelled answers that each alternative is scored on."""
    sampled: bool
    """True when the fit had more and a fixed sample is used."""
    outcomes: CalibrationOutcomeFilter | None


class AlternativesQuote(TypedDict):
    status: Literal["ready", "quoting"] | str
    generation: int
    """Moves whenever alternatives, outcomes or engines change; sent to confirm this quote."""
    computed_at: str | None
    labels: int
    alternatives: list[QuotedAlternative]
    judgment_units: float
    """Need not be an integer: a further part of a request costs a quarter, and an engine has a weight."""
    tokens: int
    cost_usd: float
    detectable: DetectableGain
    new_providers: list[str]
    """`name version` of engines that would get labelled contexts for the first time."""
    upstream: list[QuotedUpstream]
    reason: str | None
    """Why nothing could be priced."""


class QuotedAlternative(TypedDict):
    id: AlternativeId
    contexts: Literal["stored", "narrowed", "live"] | str
    labels: int
    """Labelled answers that would be asked about."""
    tokens: int
    judgment_units: float
    """Need not be an integer: a further part of a request costs a quarter, and an engine has a weight."""
    cost_usd: float
    new_provider: bool
    """Confirming sends labelled contexts to a provider that is new to the namespace."""


class DetectableGain(TypedDict):
    log_loss: float
    """In nats."""
    auroc: float | None
    k: int
    """The alternatives that it is corrected for."""


class QuotedUpstream(TypedDict):
    alternative: AlternativeId
    judgment: str
    documents: int
    judgment_units: float
    """Need not be an integer: a further part of a request costs a quarter, and an engine has a weight."""
    cost_usd: float


class AlternativesCurrent(TypedDict):
    held_out: AlternativeHeldOut
    cost_per_answer: float


class AlternativeHeldOut(TypedDict):
    read_with: Literal["raw", "calibrated", "features"] | str
    log_loss: float
    """Mean log loss in nats."""
    ece: float | None
    brier: float | None
    auroc: float | None
    precision_at_5: float | None
    precision_at_10: float | None
    accuracy: float
    features_only: float | None
    """Log loss of the features alone, of a judgment with features."""


class Alternative(TypedDict):
    id: AlternativeId
    source: Literal["automatic", "named"] | str
    drafted: bool
    """A wording that a language model drafted and the caller posted."""
    named_by: str | None
    """`key:<id>` or `user:<id>`."""
    named_at: str | None
    differs: list[str] | None
    """What differs from the active version, in words."""
    definition: JudgmentDefinition | None
    """The whole definition, to post as a version."""
    in_k: bool
    """Whether it counts in `corrected_for`; narrowings do not."""
    contexts: Literal["stored", "narrowed", "live"] | str
    as_of: Literal["now"] | None
    labels: int
    """Labelled answers that it has an answer for."""
    labels_skipped: LabelsSkipped
    cost_per_answer: float | None
    """Judgment units per answer, at its engine's weight."""
    unit_reduction: float | None
    """A narrowing's saving per answer, as a share of the version's cost."""
    held_out: AlternativeHeldOut | None
    change: AlternativeChange | None
    verdict: Literal["better", "no_worse", "worse", "untested", "unscored"] | str
    moves_ranking: bool
    """Ranks outcomes better by AUROC beyond noise, after the same correction."""
    scored_at: str | None
    billed: AlternativeBilled | None


class LabelsSkipped(TypedDict):
    deleted: int
    """Their documents were deleted."""
    image_erased: int
    """An image of theirs was erased."""
    not_derivable: int
    """The context cannot be cut exactly, or is kept no longer."""
    failed: int
    """The engine gave no answer."""
    other_epoch: NotRequired[int]
    """Another epoch of the engine answered, which answers in several in turn. Left out where there is none."""


class AlternativeChange(TypedDict):
    log_loss: AlternativeTest
    auroc: AlternativeTest | None
    accuracy: float
    """Accuracy of the alternative minus that of the version."""


class AlternativeTest(TypedDict):
    difference: float
    """Alternative minus version."""
    standard_error: float
    """Standard error of the difference."""
    statistic: float | None
    """The difference in standard errors; null without an error. The p of `log_loss` is not its tail: it is of the
    guarded t, which adds one pessimistic difference to the labels (docs/methods.md, verdicts on alternatives).
    """
    p: float
    """One-sided p that the alternative is better, before correction: of log loss by the guarded t, of AUROC by the
    normal tail of `statistic` (of Student where documents have several labels, or labels stand for different numbers
    of answers).
    """
    p_corrected: float | None
    """`p` after correction for `corrected_for`; null for a narrowing."""
    corrected_for: int
    """Alternatives scored this month; 0 for a narrowing."""
    loses_at_most: NotRequired[float]
    """The largest loss that the labels allow: the upper end of a one-sided interval of 95 % of what the alternative
    is worse by, in the unit of `difference`; 0 where it can only be better. Results of runs from before this member
    have none.
    """


class AlternativeBilled(TypedDict):
    judgment_units: float
    cost_usd: float


class AlternativesCascade(TypedDict):
    first: AlternativeId
    then: Literal["version"]
    low: float
    """The alternative's calibrated answer stands below this probability."""
    high: float
    """And above this one, 1 - `low`. Between them the version is asked."""
    asked: float
    """Share of the answers about which the version is asked, too."""
    cost_per_answer: float
    """Judgment units per answer, of both. The version alone is `current.cost_per_answer`."""
    harmed: float
    """Share of the documents that the version alone answers rightly and the cascade wrongly, by 0.5."""
    harmed_at_most: float
    """At most, with 95 % confidence for all cascades of the table together. A cascade is listed where it is at most
    0.02, here and at each threshold.
    """
    accuracy: float
    """Share of right answers, by 0.5."""
    version_accuracy: float
    """The same of the version alone, on the same labels."""
    thresholds: list[CascadeThreshold]
    """Thresholds on `p` that are as they were when the alternative was scored."""


class CascadeThreshold(TypedDict):
    name: str
    """The threshold's name."""
    threshold: float
    """On the version's `p`."""
    differs: float
    """Whose boolean is another than the version's. No label is needed for it."""
    differs_at_most: float
    """At most, with the confidence of the cascade."""
    harmed: float
    """Whose boolean is wrong by their labels where the version's is right."""
    harmed_at_most: float
    """At most, with the confidence of the cascade."""


class SuggestedAlternative(TypedDict):
    id: AlternativeId
    because: Literal["better", "cheaper"] | str


class AlternativesPlanRequired(TypedDict):
    message: str
    capability: Literal["alternatives"]
    required_plan: Literal["team", "scale"] | str
    plan: Literal["developer", "team", "scale"] | str


class RepeatabilityReply(TypedDict):
    status: Literal["confirmation_required", "started"] | str
    confirm: str | None
    """Confirmation token; send the same request with it to begin."""
    estimate: RepeatabilityEstimate
    job: NotRequired[JobView]


class RepeatabilityEstimate(TypedDict):
    answers: int
    """Answers whose context is kept; fewer than asked for where there are no more."""
    times: int
    asks: int
    """Requests to the engine."""
    judgment_units: float
    tokens: int
    cost_usd: float


class DraftList(TypedDict):
    drafts: list[Draft]


class Draft(TypedDict):
    question: str
    criteria: Criteria | None


class SuggestedPartList(TypedDict):
    parts: list[SuggestedPart]


class SuggestedPart(TypedDict):
    name: str
    question: str


class StarterList(TypedDict):
    version: int
    """Grows when the list changes."""
    starters: list[StarterView]


class StarterView(TypedDict):
    id: str
    """Starter id, `<topic>.<name>`."""
    title: str
    summary: str
    placeholders: list[PlaceholderView]
    definition: StarterDefinition
    outcomes: OutcomeSettings
    """Suggested settings of outcomes."""


class PlaceholderView(TypedDict):
    name: str
    kind: Literal["path", "text", "number", "option_list"] | str
    description: str
    example: str | float | list[str | float | dict[str, Any]]
    """An example value of this kind."""
    optional: bool
    """True when the value may be left out; the member that contains the placeholder is then left out too."""


class SubscriptionView(TypedDict):
    name: str
    filter: Filter
    endpoint: str | None
    on: list[str]
    include: list[str]
    initial: str
    min_hold: str | None
    created_at: str
    updated_at: str
    template: NotRequired[str]
    """The template prefix, when the subscription is inherited."""
    members: NotRequired[int]
    """Documents of the namespace that match now; 1,000 stands for 1,000 or more. Reads show it, on a namespace,
    unless too many documents wait to match later.
    """
    warnings: NotRequired[list[Warning]]
    """Notes: `policy_never_fires` (a judgment that is judged on reads alone), `endpoint_deleted`."""


class SubscriptionList(TypedDict):
    subscriptions: list[SubscriptionView]
    next_cursor: str | None


class EndpointView(TypedDict):
    id: str
    url: str
    events: list[str]
    namespace_prefix: str
    description: str | None
    max_per_second: float | None
    status: Literal["active", "failing", "disabled"] | str
    enabled: bool
    failing_since: NotRequired[str]
    previous_secret_expires_at: NotRequired[str]
    stats: EndpointStats
    created_at: str
    secret: NotRequired[str]
    """Shown on create and rotation, and on a get by a read_write key that manages the endpoint."""


class EndpointStats(TypedDict):
    deliveries_24h: int
    success_rate_24h: float | None
    last_delivery_at: str | None


class TestSent(TypedDict):
    id: str
    """The `webhook-id`; the delivery log shows the test under it."""
    type: Literal["subscription.entered", "subscription.exited", "job.completed", "job.failed", "namespace.budget_paused", "namespace.budget_resumed", "judgment.fanout_deferred", "judgment.fanout_caught_up", "namespace.summary_failed", "calibration.fitted", "alternatives.ready", "webhook_endpoint.failing", "webhook_endpoint.disabled", "webhook.test"] | str
    timestamp: str
    data: EventData
    test: bool
    """Always true, so that receivers can tell it from a real event."""


class EndpointList(TypedDict):
    webhook_endpoints: list[EndpointView]
    next_cursor: str | None


class EndpointDeleted(TypedDict):
    deleted: bool


class DeliveryList(TypedDict):
    deliveries: list[DeliveryView]
    next_cursor: str | None


class DeliveryView(TypedDict):
    id: str
    """Delivery id, `dlv_..`; a redelivery has its own."""
    event_id: str
    """Event id, which every attempt sends as `webhook-id`."""
    event_type: str
    test: NotRequired[bool]
    """Present and true for test sends only."""
    status: Literal["pending", "succeeded", "failed", "skipped"] | str
    attempts: int
    """Attempts begun, of at most nine; a recovery starts again at 0."""
    next_attempt_at: NotRequired[str]
    """Present while the delivery waits; absent while an attempt is under way."""
    attempted_at: str | None
    """When the latest attempt ended; null before the first attempt."""
    status_code: int | None
    """HTTP status of the latest response; null without a response."""
    latency_ms: int | None
    """Duration of the latest attempt in milliseconds."""
    error: Literal["timeout", "dns", "tls", "connect", "blocked_address", "http_status"] | str | None
    """Why the latest attempt failed."""
    response: str | None
    """The first 1,024 bytes of the latest response."""
    created_at: str
    """When the delivery was queued."""


class EndpointHours(TypedDict):
    hours: list[EndpointHour]
    """One an hour without gaps, oldest first; the last is the present."""


class EndpointHour(TypedDict):
    at: str
    """When the hour began."""
    deliveries: int
    succeeded: int


class DeliveriesRecovered(TypedDict):
    queued: int
    """Number of deliveries that were queued again."""


class EventView(TypedDict):
    id: str
    type: EventType
    timestamp: str
    data: EventData


class EventList(TypedDict):
    events: list[EventView]
    next_cursor: str | None


class SignedInView(TypedDict):
    session: SessionView
    user: UserView
    organization: MembershipView
    role: Literal["owner", "admin", "member"] | str
    """The role in that organization."""
    organizations: list[MembershipView]
    """All organizations that this session opens."""


class SessionView(TypedDict):
    id: str
    """`ses_..`."""
    method: Literal["password", "link", "oidc"] | str
    agent: str | None
    """What the browser says it is."""
    current: bool
    """Whether it is the session of this request."""
    only_organization: bool
    """Whether it acts in one organization of the person and opens no other."""
    created_at: str
    proved_at: str
    """When the person last proved who they are."""
    seen_at: str
    """The last request, to 5 minutes."""
    expires_at: str
    """The end, unless a request moves it: 12 hours after the last."""
    ends_at: str
    """The end at the latest, 7 days after the sign-in."""


class UserView(TypedDict):
    id: str
    """`usr_..`."""
    email: str
    name: str | None
    verified: bool
    """Whether the address was proved for the account: by a mailed link, or by the operator."""
    password: bool
    """Whether a password signs the person in to what this session opens."""
    may_set_password: bool
    """Whether this session may set that password."""
    may_change_name: bool
    """Whether this session may change the name."""
    single_keys: bool
    """Whether single keys are shortcuts in the dashboard."""


class MembershipView(TypedDict):
    id: str
    name: str
    plan: Literal["developer", "team", "scale"] | str
    role: Literal["owner", "admin", "member"] | str
    may_label: bool
    """Whether the person may post outcomes there."""
    sets_models: bool
    """Whether the person, signed in there, may set the models of the installation."""


class LinkMailSent(TypedDict):
    sent: bool
    """Always true: it does not say whether the address has an account."""


class SignInProviderList(TypedDict):
    providers: list[SignInProvider]
    """One, or none."""
    mails: bool
    """Whether the service mails links to sign in with."""


class SignInProvider(TypedDict):
    id: str
    """`idp_..`; `GET /sign-in/oidc/{id}` leads a browser there."""
    name: str
    """What the button of the sign-in page says."""


class SessionList(TypedDict):
    sessions: list[SessionView]


class RevokedSessions(TypedDict):
    revoked: int


class MemberList(TypedDict):
    members: list[MemberView]
    next_cursor: str | None


class MemberView(TypedDict):
    id: str
    """`usr_..`."""
    email: str
    name: str | None
    role: Literal["owner", "admin", "member"] | str
    verified: bool
    """Whether mails of the organization go to the address."""
    signed_in: bool
    """Whether the person has come in to this organization; before that they are invited."""
    invited_by: str | None
    """`user:<id>` or `operator`."""
    created_at: str
    last_seen_at: str | None
    """The last request of a session in this organization, to 5 minutes."""


class InvitedMember(TypedDict):
    id: str
    """`usr_..`."""
    email: str
    name: str | None
    role: Literal["owner", "admin", "member"] | str
    verified: bool
    """Whether mails of the organization go to the address."""
    signed_in: bool
    """Whether the person has come in to this organization; before that they are invited."""
    invited_by: str | None
    """`user:<id>` or `operator`."""
    created_at: str
    last_seen_at: str | None
    """The last request of a session in this organization, to 5 minutes."""
    link: LinkView | None


class LinkView(TypedDict):
    url: str
    """Address that signs in once; shown in this reply only."""
    expires_at: str


class OrganizationProviderList(TypedDict):
    providers: list[OrganizationProvider]


class OrganizationProvider(TypedDict):
    id: str
    """`idp_..`."""
    name: str
    issuer: str
    """Its address, as its tokens name it."""
    domains: list[str]
    enforced: bool
    """Whether people of its domains sign in with it alone."""
    spare_owner: str | None
    """Address of the owner for whom password and link stay while it is enforced."""
    role_claim: str | None
    """The claim that lists groups; null leaves roles to the organization."""
    roles: dict[str, str]
    """Roles by group."""
    default_role: Literal["owner", "admin", "member"] | str | None
    """The role without a group of `roles`; null refuses the sign-in."""


class MemberSessionList(TypedDict):
    sessions: list[MemberSession]
    """Newest first."""
    next_cursor: str | None


class MemberSession(TypedDict):
    id: str
    """`ses_..`."""
    user: str
    """`usr_..`, the person."""
    email: str
    role: Literal["owner", "admin", "member"] | str
    method: Literal["password", "link", "oidc"] | str
    agent: str | None
    """What the browser says it is."""
    current: bool
    """Whether it is the session of this request."""
    created_at: str
    seen_at: str
    """The last request, to 5 minutes."""
    expires_at: str
    """The end, unless a request moves it."""


class VersionView(TypedDict):
    version: str
    """Version of the release; `unknown` for a build of no release."""
    revision: str
    """Commit of which it was built; `unknown` for a build of no release."""
    api_version: str
    """Version of the API."""


class SubscriptionEventData(TypedDict):
    namespace: str
    """The document's namespace."""
    subscription: str
    """The subscription's name."""
    document: str
    """The document's id."""
    sequence: int
    """Grows with every change in the namespace. Of one subscription and document the event with the greatest sequence
    is current.
    """
    cause: Literal["document", "answer", "threshold", "calibration", "judgment", "deleted", "filter", "time"]
    attributes: NotRequired[Attributes]
    """Present when the subscription includes attributes."""
    answers: NotRequired[dict[str, AnswerView]]
    """Answers by judgment; present when the subscription includes them."""
    truncated: NotRequired[bool]
    """True when attributes and answers were left out because the body would have exceeded 63 KB."""
    url: NotRequired[str]
    """Address of the document with the members that were left out; read it with your key."""


class JobEventData(TypedDict):
    namespace: str | None
    """The job's namespace or template prefix."""
    job: JobSummary
    """The job without its `result`, which `GET /jobs/{id}` shows."""


class JobSummary(TypedDict):
    id: str
    type: JobType
    status: Literal["queued", "running", "done", "failed"]
    namespace: str | None
    progress: JobProgress
    created_at: str
    started_at: str | None
    finished_at: str | None
    result_status: int | None


class BudgetEventData(TypedDict):
    namespace: str
    budget: BudgetView | None
    spend_month_usd: float
    """What judging cost in this UTC month, and what asks under way hold, in US dollars."""


class DeferralEventData(TypedDict):
    namespace: str
    judgment: str
    """The judgment's name."""
    deferred: int
    """Documents that wait; 0 once caught up."""
    resumes_at: str | None
    """When the limit has room again; null when it never has as it stands, and once caught up."""


class SummaryFailedEventData(TypedDict):
    namespace: str
    """The namespace that should get the summary."""
    template: str
    """The template prefix that the summary covers, ending in `/*`."""
    reason: str
    """A machine-readable reason."""


class FittedEventData(TypedDict):
    namespace: str
    """The namespace or template prefix of the judgment."""
    judgment: str
    """The judgment's name."""
    version: int
    engine_version: str
    """The epoch whose answers the fit reads."""
    fit: str
    """Fit id, `fit_..`."""
    labels: LabelCounts
    """The labels of the fit."""
    drift_worse: bool
    """Whether the labels of the last 30 days are not what a fit from before them reads, beyond noise: `drift.worse`
    of the report.
    """
    thresholds: NotRequired[dict[str, FlaggedShiftView]]
    """Of a composite judgment, by name of the threshold: what share of the labelled answers it flags before and
    after. The fit combines every answer anew, so documents may change side. Left out for other judgments, whose
    thresholds a fit does not move.
    """
    drift_tests: list[DriftTestView]
    """`drift.tests` of the report; empty where nothing was tested, and absent from events of earlier versions."""


class FlaggedShiftView(TypedDict):
    flagged_before: float
    """Share flagged as the fit before combined the answers; before the first fit, as their mean."""
    flagged_after: float
    """Share flagged as the new fit combines them."""


class AlternativesEventData(TypedDict):
    namespace: str
    """The namespace or template prefix of the judgment."""
    judgment: str
    """The judgment's name."""
    version: int
    suggestion: SuggestedAlternative
    headline: str
    """The suggestion in a sentence, which names the correction for several comparisons."""


class EndpointHealthEventData(TypedDict):
    namespace: None
    """Null, because the event belongs to the organization; only keys with scope `*` see it."""
    endpoint: EndpointFacts
    """The endpoint as it is now, without its secret."""
    last_error: AttemptFailure
    """The attempt after which the endpoint changed."""


class EndpointFacts(TypedDict):
    id: str
    url: str
    events: list[str]
    namespace_prefix: str
    description: str | None
    max_per_second: float | None
    status: Literal["active", "failing", "disabled"]
    enabled: bool
    failing_since: NotRequired[str]
    previous_secret_expires_at: NotRequired[str]
    stats: EndpointStats
    created_at: str


class AttemptFailure(TypedDict):
    error: Literal["timeout", "dns", "tls", "connect", "blocked_address", "http_status"]
    status_code: int | None
    """HTTP status of the response; null without a response."""


class EndpointEventData(TypedDict):
    namespace: None
    """Null, because the event belongs to the organization; only keys with scope `*` see it."""
    endpoint: EndpointFacts
    """The endpoint as it is now, without its secret."""


class SuggestedContext(TypedDict):
    recipe: ContextRecipe
    """The recipe, to send as `context`."""
    cost_per_answer: float | None
    """Mean judgment units per answer over the sample, with the recipe and the questions of the definition."""
    whole_state_cost_per_answer: float | None
    """The same with the whole `state`."""
    sampled_documents: int
    excluded: list[ExcludedPath]
    """Paths that the recipe leaves out."""


class ExcludedPath(TypedDict):
    path: str
    reason: Literal["id", "timestamp", "url", "binary", "image", "long", "rare", "too_many"] | str


class WriteBody(TypedDict):
    upsert: NotRequired[list[UpsertOperation]]
    patch: NotRequired[list[PatchOperation]]
    append: NotRequired[list[AppendOperation]]
    delete: NotRequired[list[DeleteOperation]]
    condition: NotRequired[Filter]
    """A filter. The write skips documents that do not match it; absent documents match."""
    patch_by_filter: NotRequired[PatchByFilter]
    """Use instead of the lists; becomes a job beyond 50,000 documents."""
    delete_by_filter: NotRequired[DeleteByFilter]
    """Use instead of the lists; becomes a job beyond 50,000 documents."""


class UpsertOperation(TypedDict):
    id: str
    attributes: NotRequired[Attributes]
    state: NotRequired[State]
    images: NotRequired[ImageRefs]
    created_at: NotRequired[str]
    """At most five minutes ahead. Later upserts repeat it or leave it out."""
    created_at_if_new: NotRequired[str]
    """The `created_at` of a document that this upsert makes, at most five minutes ahead; one that exists keeps its
    own.
    """
    if_version: NotRequired[int]
    """The version that the document must have; 0 means that it must not exist."""


class PatchOperation(TypedDict):
    id: str
    attributes: NotRequired[AttributesPatch]
    state: NotRequired[StatePatch]
    images: NotRequired[ImageRefsPatch]
    if_version: NotRequired[int]


class AppendOperation(TypedDict):
    id: str
    path: str
    """Path of the array, e.g. `state.messages`."""
    values: list[Any]
    keep_last: NotRequired[int]
    if_version: NotRequired[int]


class DeleteOperation(TypedDict):
    id: str
    if_version: NotRequired[int]


class PatchByFilter(TypedDict):
    filter: Filter
    """`{}` is refused."""
    patch: PatchContent
    """A merge patch for every document that matches the filter."""


class PatchContent(TypedDict):
    attributes: NotRequired[AttributesPatch]
    state: NotRequired[StatePatch]
    images: NotRequired[ImageRefsPatch]


class DeleteByFilter(TypedDict):
    filter: Filter
    """`{}` is refused."""


class GetDocumentsBody(TypedDict):
    ids: list[str]
    judgments: NotRequired[list[str]]
    include: NotRequired[list[Literal["attributes", "state", "images", "answers"]]]
    """The parts of each document that the reply has; all when left out."""
    fresh: NotRequired[Literal["policy", "stored", "require"]]


class QueryBody(TypedDict):
    filter: NotRequired[Filter]
    order_by: NotRequired[list[OrderKey]]
    limit: NotRequired[int]
    """Documents a page: 1 to 1,000."""
    cursor: NotRequired[str]
    include: NotRequired[list[Literal["attributes", "state", "images", "answers"]]]
    """The parts of each document that the reply has; all when left out."""
    judgments: NotRequired[list[str]]
    count: NotRequired[bool]


class OrderKey(TypedDict):
    path: str
    direction: NotRequired[Literal["asc", "desc"]]


class GroupBody(TypedDict):
    key: str
    """`attributes.<name>`. An array counts under each of its elements."""
    aggregates: dict[str, AggregateBody]
    """1 to 16 aggregates by name."""


class SummaryBody(TypedDict):
    into: str
    """The namespace that gets one document for each tenant."""
    groups: list[str]
    """Groups in force on the prefix."""
    bands: dict[str, dict[str, list[float]]]
    """By group and aggregate: 1 to 10 ascending edges. Every aggregate of every group needs them: no number is
    published.
    """


class ImageBody(TypedDict):
    data: str
    """The image in base64: PNG, JPEG, WebP or GIF, at most 5 MiB decoded."""


class ModelBody(TypedDict):
    provider: Literal["openai", "anthropic", "azure", "openrouter", "ollama", "vllm", "custom", "typesafe", "perplexity", "openai_decisions", "ollama_decisions"]
    base_url: NotRequired[str]
    """Address of the server, without the path of its requests. Left out: the provider’s own. Its query, such as
    `?api-version=`, becomes a part of `query`.
    """
    model: NotRequired[str]
    """As the server names it. Needed unless the provider has one of its own."""
    key: NotRequired[str | None]
    """Left out: the key that is set stays, while provider and `base_url` stay. Null: none."""
    reads: NotRequired[Literal["logprobs", "stated"]]
    """How a chat model is read; left out, as its provider’s models can be."""
    headers: NotRequired[dict[str, str | None]]
    """Headers of every request, at most 16. Null keeps the value that is set, while provider and `base_url` stay.
    Left out: all stay as they are, likewise.
    """
    query: NotRequired[dict[str, str | None]]
    """Parameters of every request’s query, at most 16. Null keeps the value that is set, while provider and
    `base_url` stay. Left out: all stay as they are, likewise.
    """


class TryModelBody(TypedDict):
    model: NotRequired[ModelBody]
    """Left out: what stands behind the name is asked."""


class BackfillBody(TypedDict):
    filter: NotRequired[Filter]
    """Default: all to which the judgment applies."""
    only: NotRequired[Literal["missing", "stale", "failed", "other_epoch", "all"]]
    """Default `missing`."""
    version: NotRequired[int]
    """A version; default: the active one. Answers of another version are kept until its activation."""
    max_usd: NotRequired[float]
    """Maximum cost in USD; the backfill asks nothing that would exceed it."""
    confirm: NotRequired[str]
    """The confirmation token of the quote."""


class TryBody(TypedDict):
    definition: TriedDefinition
    documents: list[str]


class JudgeBody(TypedDict):
    documents: list[str]
    again: NotRequired[bool]
    """True asks the engine also for answers that are fresh, and for an unchanged context; each is charged. Default:
    false.
    """
    dry_run: NotRequired[bool]
    """True answers with the price and asks nothing. Default: false."""


class ContextPreviewBody(TypedDict):
    document: str


class JudgmentCreateBodyOption(TypedDict):
    value: NotRequired[str]
    description: NotRequired[str]


# Of a choice: 2 to 254 options `{value, description?}`, or `{from, show}`: the documents of a relation, described by 1 to 16 of their paths.
JudgmentCreateBodyOptions = TypedDict(
    "JudgmentCreateBodyOptions",
    {
        "from": 'NotRequired[str]',
        "show": 'NotRequired[list[str]]',
    },
)


class JudgmentCreateBody(TypedDict):
    name: str
    question: NotRequired[str]
    type: NotRequired[Literal["bool", "choice", "score"]]
    criteria: NotRequired[Criteria]
    context: NotRequired[ContextBody]
    engine: NotRequired[EngineRef]
    horizon: NotRequired[str]
    applies_to: NotRequired[Filter]
    options: NotRequired[list[JudgmentCreateBodyOption] | JudgmentCreateBodyOptions]
    """Of a choice: 2 to 254 options `{value, description?}`, or `{from, show}`: the documents of a relation,
    described by 1 to 16 of their paths.
    """
    escape: NotRequired[EscapeBody]
    levels: NotRequired[list[LevelBody]]
    parts: NotRequired[list[PartBody]]
    """The questions of a composite judgment (bool)."""
    features: NotRequired[list[FeatureBody]]
    """Numbers stored beside each answer (bool)."""
    freshness: NotRequired[FreshnessBody]
    thresholds: NotRequired[Thresholds]
    outcomes: NotRequired[OutcomeSettings]
    """`{rule?: [{value | escape: true, when: Filter}], implicit?: {after}}`; the first rule that matches gives the
    outcome.
    """
    alternatives: NotRequired[AlternativesSettingBody]
    queue: NotRequired[QueueSettingBody]
    from_starter: NotRequired[FromStarterBody]
    """Replaces question, type and context."""
    activate: NotRequired[bool]
    backfill: NotRequired[bool]
    """After confirmation, judges stored documents whose answer is missing or stale."""
    confirm: NotRequired[str]
    """The confirmation token of the reply to the same request without it."""
    dry_run: NotRequired[bool]
    if_active_version: NotRequired[int | None]


class ContextBody(TypedDict):
    fields: list[str]
    last_n: NotRequired[dict[str, int]]
    window: NotRequired[ArrayWindows]
    max_tokens: NotRequired[int]
    related: NotRequired[dict[str, RelationBody]]
    """Relations by name, at most 8."""
    previous: NotRequired[PreviousBody]
    """The document as an earlier judging read it."""


class RelationBody(TypedDict):
    join: JoinBody
    """A document is related when both sides have an equal value."""
    fields: NotRequired[list[str]]
    """May be empty or left out beside `answers` only."""
    where: NotRequired[Filter]
    """An operand `{mine: path}` compares with the judged document."""
    order_by: NotRequired[list[RelationOrderBody]]
    """Default: `created_at`, newest first."""
    last_n: NotRequired[int]
    """How many are read: the first in the order. Default 20."""
    window: NotRequired[RelationWindowBody]
    answers: NotRequired[list[UpstreamAnswerBody]]
    """Other judgments' answers about the related document, banded or cut."""


class JoinBody(TypedDict):
    theirs: str
    """Of the related document: `id` or `attributes.<name>`."""
    mine: str
    """Of the judged document: `id` or `attributes.<name>`."""


class RelationOrderBody(TypedDict):
    path: str
    direction: NotRequired[Literal["asc", "desc"]]
    """Default `asc`."""


class RelationWindowBody(TypedDict):
    at: str
    """Path of a timestamp of the related document."""
    within: str


class UpstreamAnswerBody(TypedDict):
    judgment: str
    """Name of a judgment that is in force beside this one."""
    field: NotRequired[Literal["p", "score", "normalized", "escape_p"]]
    """Default: `p` of a bool, `score` of a score."""
    bands: NotRequired[list[float]]
    """The 1 to 10 edges of bands, ascending."""
    cut: NotRequired[float]
    """Shows on which side of it the number lies."""
    value: NotRequired[bool]
    """True: shows the option of a choice."""


class PreviousBody(TypedDict):
    fields: list[str]
    anchor: NotRequired[Literal["last_answer", "last_change", "first_answer"]]
    """Which earlier judging is shown. Default `last_answer`."""


class EscapeBody(TypedDict):
    description: str


class LevelBody(TypedDict):
    value: float
    description: str


class PartBody(TypedDict):
    name: str
    question: str
    """A narrow yes/no question."""


FeatureBody = TypedDict(
    "FeatureBody",
    {
        "name": 'str',
        "from": 'NotRequired[str]',
        "age_of": 'NotRequired[str]',
        "unit": 'NotRequired[Literal["minutes", "hours", "days"]]',
        "previous": 'NotRequired[Literal["p"]]',
        "of": 'NotRequired[str]',
        "aggregate": 'NotRequired[Literal["count", "share", "sum", "mean", "min", "max", "latest"]]',
        "path": 'NotRequired[str]',
        "where": 'NotRequired[Filter]',
        "window": 'NotRequired[RelationWindowBody]',
    },
)


class FreshnessBody(TypedDict):
    policy: NotRequired[Literal["on_read", "on_change", "interval", "manual"] | None]
    debounce_ms: NotRequired[int | None]
    max_wait_ms: NotRequired[int | None]
    interval: NotRequired[str | None]
    fanout: NotRequired[FanoutBody | None]


class FanoutBody(TypedDict):
    debounce_ms: NotRequired[int | None]
    max_wait_ms: NotRequired[int | None]
    rolling_limit: NotRequired[int | None]
    """Answers asked for in any 24 hours."""
    block_cap: NotRequired[int | None]
    scope: NotRequired[FanoutScopeBody | None]


class AlternativesSettingBody(TypedDict):
    automatic: NotRequired[bool | None]
    """Whether a run starts by itself after a fit, at most monthly."""
    skip_engines: NotRequired[list[EngineRef] | None]
    """Engines that are not compared by themselves."""
    outcomes: NotRequired[CalibrationOutcomeFilter | None]


class QueueSettingBody(TypedDict):
    second_label_share: NotRequired[float | None]
    """Share of labelled items that stay in the queue until a second author has labelled them; 0.1 by default."""


class FromStarterBody(TypedDict):
    id: str
    """Id of a starter from `GET /starters`."""
    placeholders: NotRequired[Placeholders]
    """Optional ones may be left out."""


class JudgmentPatchBody(TypedDict):
    thresholds: NotRequired[ThresholdsPatch | None]
    freshness: NotRequired[FreshnessBody | None]
    outcomes: NotRequired[OutcomeSettings | None]
    """`{rule?: [{value | escape: true, when: Filter}], implicit?: {after}}`; the first rule that matches gives the
    outcome.
    """
    alternatives: NotRequired[AlternativesSettingBody | None]
    queue: NotRequired[QueueSettingBody | None]
    confirm: NotRequired[str]
    """The confirmation token of the reply to the same request without it."""


class ActivateBody(TypedDict):
    version: int
    backfill: NotRequired[bool]
    """After confirmation, judges stored documents whose answer is missing or stale."""
    confirm: NotRequired[str]
    """The confirmation token of the reply to the same request without it."""


class NamespaceCreateBody(TypedDict):
    budget: NotRequired[BudgetView | None]
    pinned: NotRequired[bool]
    default_engine: NotRequired[EngineRef | None]
    fanout: NotRequired[FanoutSettings | None]
    name: str


class FanoutSettings(TypedDict):
    enabled: NotRequired[bool | None]
    share: NotRequired[float | None]
    debounce_ms: NotRequired[int | None]
    max_wait_ms: NotRequired[int | None]
    rolling_limit: NotRequired[int | None]
    block_cap: NotRequired[int | None]


class NamespaceSettings(TypedDict):
    budget: NotRequired[BudgetView | None]
    pinned: NotRequired[bool]
    default_engine: NotRequired[EngineRef | None]
    fanout: NotRequired[FanoutSettings | None]


class ApiKeyBody(TypedDict):
    role: Literal["read_write", "read_only"]
    scope: str
    """`*`, a namespace, or a prefix such as `acme/prod/*`."""
    description: NotRequired[str]
    expires_at: NotRequired[str]


class OrganizationPatchBody(TypedDict):
    name: NotRequired[str]
    suggestions: NotRequired[bool]
    members_may_label: NotRequired[bool]
    """Lets members post outcomes; false when nobody set it."""
    plan: NotRequired[Literal["developer", "team", "scale"]]
    non_production_prefixes: NotRequired[list[str] | None]
    """Prefixes such as `acme/dev/`, whose labels stay out of the pools of templates. null marks none."""


class OutcomesBody(TypedDict):
    outcomes: list[OutcomeBody]


class OutcomeBody(TypedDict):
    document: str
    value: NotRequired[bool | str | float]
    """A boolean, an option, or a number within the levels' range."""
    escape: NotRequired[bool]
    """True instead of a value when no option fits."""
    observed_at: NotRequired[str]
    """Required unless the outcome has `answer` or `as_of: "latest"`."""
    as_of: NotRequired[str]
    """A timestamp, or `latest`."""
    answer: NotRequired[str]
    """Id of an answer of record, `ans_..`."""


class CalibrationRunBody(TypedDict):
    outcomes: NotRequired[CalibrationOutcomeFilter]


class AlternativeBody(TypedDict):
    definition: DifferingMembers
    """The members that differ from the active version: question, criteria, context, engine, or descriptions of
    options, escape and levels. Null takes an optional one away.
    """
    drafted: NotRequired[bool]
    """True for a wording that the service drafted."""


class AlternativesRunBody(TypedDict):
    quote_generation: int
    """`quote.generation` of the quote that is confirmed."""


class RepeatabilityBody(TypedDict):
    answers: NotRequired[int]
    """Current answers to ask about; default 30."""
    times: NotRequired[int]
    """How often each is asked; default 2."""
    confirm: NotRequired[str]
    """The confirmation token of the quote; it holds for an hour."""


class SubscriptionBody(TypedDict):
    filter: Filter
    endpoint: NotRequired[str | None]
    """Id of a webhook endpoint, `whe_..`. Null, as a reply shows it, is the same as leaving it out."""
    on: NotRequired[list[Literal["entered", "exited"]]]
    """Which moves raise events; default: both."""
    include: NotRequired[list[Literal["attributes", "answers"]]]
    """What events contain of the document; default: nothing."""
    initial: NotRequired[Literal["silent", "emit"]]
    """Whether documents that already match raise events; default: silent."""
    min_hold: NotRequired[str | None]
    """How long a document must match before `entered` is raised; at most 365d. A document that leaves earlier raises
    nothing.
    """


class RotateSecretBody(TypedDict):
    previous_valid_for: NotRequired[str]
    """How long the present secret signs together with the new one: `0s` to `7d`; default `24h`."""


class TestSendBody(TypedDict):
    type: NotRequired[Literal["subscription.entered", "subscription.exited", "job.completed", "job.failed", "namespace.budget_paused", "namespace.budget_resumed", "judgment.fanout_deferred", "judgment.fanout_caught_up", "namespace.summary_failed", "calibration.fitted", "alternatives.ready", "webhook_endpoint.failing", "webhook_endpoint.disabled", "webhook.test"]]
    """Type of the sample event; default `webhook.test`."""


class EndpointBody(TypedDict):
    url: str
    events: NotRequired[list[str]]
    namespace_prefix: NotRequired[str]
    description: NotRequired[str]
    max_per_second: NotRequired[float | None]


class EndpointPatchBody(TypedDict):
    url: NotRequired[str]
    events: NotRequired[list[str] | None]
    namespace_prefix: NotRequired[str | None]
    description: NotRequired[str | None]
    max_per_second: NotRequired[float | None]
    enabled: NotRequired[bool]


class RecoverBody(TypedDict):
    since: str
    """Recovers deliveries queued since then; at most 30 days back."""


class RedeliverBody(TypedDict):
    endpoint: str
    """Endpoint id."""


class SignInBody(TypedDict):
    email: NotRequired[str]
    password: NotRequired[str]
    organization: NotRequired[str]
    """Id or name of the organization, for a person whose address is not proved and who has a password in each."""
    link: NotRequired[str]
    """The token of a link, in place of address and password."""


class LinkMailBody(TypedDict):
    email: str


class SessionPatchBody(TypedDict):
    organization: str
    """Id of another organization of the person, which this session opens."""


class UserPatchBody(TypedDict):
    email: NotRequired[str]
    """Another address, alone. It changes when the link is used that is mailed there."""
    name: NotRequired[str | None]
    single_keys: NotRequired[bool]
    password: NotRequired[PasswordChange]


class PasswordChange(TypedDict):
    current: NotRequired[str]
    """Not needed within 15 minutes of a sign-in by link."""
    new: str
    """12 to 256 characters."""


class MemberBody(TypedDict):
    email: str
    role: Literal["owner", "admin", "member"]


class MemberPatchBody(TypedDict):
    role: Literal["owner", "admin", "member"]


class ErrorEnvelopeError(TypedDict):
    code: Literal["invalid_request", "invalid_image", "unknown_image", "unauthorized", "budget_exceeded", "plan_required", "forbidden", "not_found", "conflict", "image_erased", "too_large", "engine_version_unavailable", "insufficient_labels", "idempotency_key_reused", "rate_limited", "internal", "engine_unavailable", "unavailable"] | str
    message: str
    """A sentence that says what is wrong and how to mend it."""
    details: NotRequired[ErrorDetails]


class ErrorEnvelope(TypedDict):
    error: ErrorEnvelopeError


class ErrorDetailsScan(TypedDict):
    """How many documents the query would scan by the statistics of the database, and how many it may. On
    `invalid_request`.
    """

    documents: int
    limit: int
    unindexed_paths: list[str]


class ErrorDetailsWritten(TypedDict):
    """What a write by filter had written before it was refused."""

    upserted: int
    patched: int
    appended: int
    deleted: int
    unchanged: int
    skipped: int
    missing: int


class ErrorDetails(TypedDict):
    """Facts of an error. `x-codes` names the codes that carry a member, when not every code may."""

    reason: NotRequired[Literal["answers_never_summed", "bad_bounds", "bad_cursor", "bad_duration", "bad_encoding", "bad_enum", "bad_filter", "bad_json", "bad_length", "bad_name", "bad_namespace", "bad_number", "bad_path", "bad_query", "bad_timestamp", "bad_type", "bad_url", "blocked_host", "cancelled", "composite", "confirm_mismatch", "cursor_expired", "cursor_unknown", "deleting", "document_exists", "duplicate", "empty_filter", "endpoint_not_covering", "few_answers", "first_version", "foreign_origin", "header", "if_active_version", "if_version", "images_not_read", "in_use", "inherited", "judgment_cycle", "judgment_depth", "labels_changed", "last_owner", "media_type", "missing_context", "missing_field", "no_difference", "no_mail_server", "no_matching_documents", "no_parts", "not_array", "not_comparable", "not_available_yet", "not_inherited", "not_together", "number_precision", "nothing_to_score", "one_class", "operations", "path_not_allowed", "quote_changed", "read_only_field", "running", "scan_too_large", "sign_in_again", "set_by_operator", "signed_in_before", "signs_in_otherwise", "prove_address", "state_bytes", "summary_overlaps", "attributes", "images", "body_bytes", "too_deep", "too_many_alternatives", "too_many_groups", "too_many_invitations", "too_many_judgments", "too_many_keys", "too_many_members", "unknown_answer", "unknown_epoch", "unknown_engine", "unknown_field", "unknown_path", "unknown_starter", "use_provider", "values", "weak_password", "write_bytes"] | str]
    """The cause, where one code has several."""
    path: NotRequired[str]
    """JSON pointer to the member that caused it."""
    request_id: NotRequired[str]
    """The request's id in the logs, or that of the job that failed. On `internal`."""
    limit: NotRequired[int | Literal["access_changes_per_second", "address_changes", "concurrent_reads_per_namespace", "drafts_per_day_per_judgment", "drafts_per_day_per_org", "idempotency_key", "long_polls_per_session", "model_tries", "reply_bytes_per_org", "request_bytes_per_org", "requests_per_second_per_key", "requests_per_second_per_org", "sign_in_attempts", "sign_ins_at_once"] | str]
    """The most that is taken; of `rate_limited` the name of the limit. A number on `invalid_request`, `too_large`.
    Text on `rate_limited`.
    """
    rate_limit: NotRequired[Literal["per_key", "per_org", "per_account", "per_address", "per_gateway"] | str]
    """What the limit is counted by: the API key or session, the organization, the account or the network address of
    who signs in, or the gateway. On `rate_limited`.
    """
    concurrent_reads: NotRequired[int]
    """Gets and queries that may be in flight in one namespace. On `rate_limited`."""
    resets_at: NotRequired[str]
    """When an allowance of a day is renewed; there is no `Retry-After` then. On `rate_limited`."""
    min: NotRequired[float]
    """The smallest value, or the fewest elements. On `invalid_request`."""
    max: NotRequired[float]
    """The largest value, or the most elements. On `invalid_request`."""
    values: NotRequired[list[str]]
    """The values that are taken. On `invalid_request`."""
    names: NotRequired[list[str]]
    """The names of all engines. On `invalid_request`."""
    versions: NotRequired[list[str]]
    """The engine's active versions. On `engine_version_unavailable`."""
    tokens: NotRequired[int]
    """Tokens that were sent. On `too_large`."""
    documents: NotRequired[list[str] | int]
    """Ids of the documents that it is about; beside `quoted_documents`, and of a cancelled backfill, their number. A
    list on every code. A number on `conflict`.
    """
    quoted_documents: NotRequired[int]
    """The number of documents when the cost was quoted. On `conflict`."""
    judgments: NotRequired[list[str]]
    """Names of the judgments that it is about; of reason `in_use` each `<scope> <name>`. On `invalid_request`,
    `conflict`, `budget_exceeded`, `engine_unavailable`.
    """
    summaries: NotRequired[list[str]]
    """Template prefixes whose summaries it is about. On `conflict`."""
    active_version: NotRequired[int | None]
    """The version that is active; null when there is no such judgment. On `conflict`."""
    template: NotRequired[str]
    """The template prefix or namespace that it is inherited from. On `conflict`."""
    generation: NotRequired[int]
    """The generation of the quote as it stands. On `conflict`."""
    job: NotRequired[str]
    """The job that is under way. On `conflict`."""
    labels: NotRequired[int]
    """Labelled answers that there are. On `insufficient_labels`."""
    labels_needed: NotRequired[int]
    """Labelled answers that it takes. On `insufficient_labels`."""
    capability: NotRequired[str]
    """What the plan does not have enough of. On `plan_required`."""
    required_plan: NotRequired[Literal["developer", "team", "scale"] | str | None]
    """The smallest plan that has enough; null when none has. On `plan_required`."""
    plan: NotRequired[Literal["developer", "team", "scale"] | str]
    """The organization's plan. On `plan_required`."""
    namespace: NotRequired[str]
    """The namespace whose budget lacks the money. On `budget_exceeded`."""
    cost_usd: NotRequired[float]
    """What the run would cost; what a cancelled backfill cost. On `budget_exceeded`, `conflict`."""
    judgment_units: NotRequired[float]
    """What a cancelled backfill was billed. On `conflict`."""
    judged: NotRequired[int]
    """Answers that the backfill made until then. On `budget_exceeded`."""
    answered: NotRequired[int]
    """Answers that a cancelled backfill made. On `conflict`."""
    failed: NotRequired[int]
    """Documents that a cancelled backfill got no answer for. On `conflict`."""
    stopped_by: NotRequired[Literal["max_usd"] | None]
    """What had stopped the backfill before it was cancelled; null when nothing had. On `conflict`."""
    paused: NotRequired[list[str]]
    """Namespaces whose budget paused a cancelled backfill. On `conflict`."""
    scan: NotRequired[ErrorDetailsScan]
    """How many documents the query would scan by the statistics of the database, and how many it may. On
    `invalid_request`.
    """
    suggested_context: NotRequired[SuggestedContext | None]
    """A recipe for a judgment that was sent without one; null when no document could be sampled. On
    `invalid_request`.
    """
    usage: NotRequired[UsageView]
    """What was judged and billed before the refusal. On `not_found`, `conflict`, `budget_exceeded`,
    `engine_unavailable`.
    """
    written: NotRequired[ErrorDetailsWritten]
    """What a write by filter had written before it was refused."""


class BoolAnswerPartsValue(TypedDict):
    p: float


class BoolAnswer(TypedDict):
    """Answer of a bool judgment. Its raw numbers are null until the document is first judged."""

    id: str | None
    """Id of the answer of record, `ans_..`."""
    type: Literal["bool"]
    status: Literal["fresh", "stale", "pending", "unavailable"]
    stale_reason: Literal["judging_paused", "engine_unavailable", "fanout_deferred", "version_changed", "document_changed", "related_changed", "interval_elapsed"] | None
    stale_by: NotRequired[StaleBy | None]
    unavailable_reason: Literal["never_judged", "judging_paused", "engine_unavailable", "engine_bad_answer", "engine_no_signal", "engine_refused", "engine_rejected", "context_too_large", "judging_failed"] | None
    p: float | None
    """Probability of yes (bool)."""
    calibrated: CalibratedAnswer | None
    """Null without a fit."""
    thresholds: dict[str, bool]
    thresholds_missing: list[str]
    engine: EngineRef
    engine_version: str | None
    engine_source: NotRequired[Literal["built_in", "local", "hosted", "simulator"] | None]
    """What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared
    words. Null without an answer, and of epochs that ended before a build that keeps it.
    """
    probability_source: NotRequired[Literal["logprobs", "stated"] | None]
    """Where a chat model’s probabilities came from in that epoch: those of the first token, or numbers that the model
    wrote. Null of an engine that gives them itself.
    """
    version: int | None
    document_version: int | None
    judged_at: str | None
    watermark: NotRequired[str | None]
    """Every change of a related document before this moment was read; only of judgments with relations."""
    due_at: str | None
    """When a debounced answer will be judged."""
    truncated: bool | None
    features: NotRequired[dict[str, float | None] | None]
    """Raw numbers of the declared features, as of what was read; never recomputed."""
    parts: NotRequired[dict[str, BoolAnswerPartsValue] | None]
    """Answers of the parts of a composite judgment: `{<name>: {p}}`."""
    combiner: NotRequired[str | None]
    """The fit that combined the parts, `fit_..`; null before the first."""


class ChoiceAnswer(TypedDict):
    """Answer of a choice judgment. Its raw numbers are null until the document is first judged."""

    id: str | None
    """Id of the answer of record, `ans_..`."""
    type: Literal["choice"]
    status: Literal["fresh", "stale", "pending", "unavailable"]
    stale_reason: Literal["judging_paused", "engine_unavailable", "fanout_deferred", "version_changed", "document_changed", "related_changed", "interval_elapsed"] | None
    stale_by: NotRequired[StaleBy | None]
    unavailable_reason: Literal["never_judged", "judging_paused", "engine_unavailable", "engine_bad_answer", "engine_no_signal", "engine_refused", "engine_rejected", "context_too_large", "judging_failed"] | None
    value: str | None
    """Most probable option or level."""
    dist: dict[str, float] | None
    escape_p: float | None
    """Probability that no option fits (choice)."""
    calibrated: CalibratedAnswer | None
    """Null without a fit."""
    thresholds: dict[str, bool]
    thresholds_missing: list[str]
    engine: EngineRef
    engine_version: str | None
    engine_source: NotRequired[Literal["built_in", "local", "hosted", "simulator"] | None]
    """What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared
    words. Null without an answer, and of epochs that ended before a build that keeps it.
    """
    probability_source: NotRequired[Literal["logprobs", "stated"] | None]
    """Where a chat model’s probabilities came from in that epoch: those of the first token, or numbers that the model
    wrote. Null of an engine that gives them itself.
    """
    version: int | None
    document_version: int | None
    judged_at: str | None
    watermark: NotRequired[str | None]
    """Every change of a related document before this moment was read; only of judgments with relations."""
    due_at: str | None
    """When a debounced answer will be judged."""
    truncated: bool | None
    rounds: NotRequired[int | None]
    """Rounds of questions that a choice among related documents took: above 1, `dist` has the candidates of the last
    one only; 0 when there was none to choose.
    """


class ScoreAnswer(TypedDict):
    """Answer of a score judgment. Its raw numbers are null until the document is first judged."""

    id: str | None
    """Id of the answer of record, `ans_..`."""
    type: Literal["score"]
    status: Literal["fresh", "stale", "pending", "unavailable"]
    stale_reason: Literal["judging_paused", "engine_unavailable", "fanout_deferred", "version_changed", "document_changed", "related_changed", "interval_elapsed"] | None
    stale_by: NotRequired[StaleBy | None]
    unavailable_reason: Literal["never_judged", "judging_paused", "engine_unavailable", "engine_bad_answer", "engine_no_signal", "engine_refused", "engine_rejected", "context_too_large", "judging_failed"] | None
    value: str | float | None
    """Most probable option or level."""
    dist: dict[str, float] | None
    score: float | None
    """Mean of the levels, weighted by dist (score)."""
    normalized: float | None
    calibrated: CalibratedAnswer | None
    """Null without a fit."""
    thresholds: dict[str, bool]
    thresholds_missing: list[str]
    engine: EngineRef
    engine_version: str | None
    engine_source: NotRequired[Literal["built_in", "local", "hosted", "simulator"] | None]
    """What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared
    words. Null without an answer, and of epochs that ended before a build that keeps it.
    """
    probability_source: NotRequired[Literal["logprobs", "stated"] | None]
    """Where a chat model’s probabilities came from in that epoch: those of the first token, or numbers that the model
    wrote. Null of an engine that gives them itself.
    """
    version: int | None
    document_version: int | None
    judged_at: str | None
    watermark: NotRequired[str | None]
    """Every change of a related document before this moment was read; only of judgments with relations."""
    due_at: str | None
    """When a debounced answer will be judged."""
    truncated: bool | None


class SubscriptionEnteredEvent(TypedDict):
    """A document began to match a subscription's filter: by a write, an answer, a threshold, a filter or time."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["subscription.entered"]
    timestamp: str
    data: SubscriptionEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class SubscriptionExitedEvent(TypedDict):
    """A document stopped matching a subscription's filter, or was deleted."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["subscription.exited"]
    timestamp: str
    data: SubscriptionEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class JobCompletedEvent(TypedDict):
    """A job ended with its result."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["job.completed"]
    timestamp: str
    data: JobEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class JobFailedEvent(TypedDict):
    """A job ended with an error, or a user cancelled it."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["job.failed"]
    timestamp: str
    data: JobEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class NamespaceBudgetPausedEvent(TypedDict):
    """A namespace's spend of the month reached its budget, or the next answer would have exceeded it."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["namespace.budget_paused"]
    timestamp: str
    data: BudgetEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class NamespaceBudgetResumedEvent(TypedDict):
    """Judging resumed: the budget was raised or removed, or a new month began."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["namespace.budget_resumed"]
    timestamp: str
    data: BudgetEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class JudgmentFanoutDeferredEvent(TypedDict):
    """A judgment's fan-out exceeded its rolling limit; one event for each time."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["judgment.fanout_deferred"]
    timestamp: str
    data: DeferralEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class JudgmentFanoutCaughtUpEvent(TypedDict):
    """All deferred documents have been judged."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["judgment.fanout_caught_up"]
    timestamp: str
    data: DeferralEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class NamespaceSummaryFailedEvent(TypedDict):
    """A document of a tenant summary could not be written; one event for each time."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["namespace.summary_failed"]
    timestamp: str
    data: SummaryFailedEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class CalibrationFittedEvent(TypedDict):
    """A judgment's answers have a new fit."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["calibration.fitted"]
    timestamp: str
    data: FittedEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class AlternativesReadyEvent(TypedDict):
    """A run of alternatives found one that outcomes prefer."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["alternatives.ready"]
    timestamp: str
    data: AlternativesEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class WebhookEndpointFailingEvent(TypedDict):
    """An endpoint had no successful delivery in 24 hours and 10 attempts; one event for each time."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["webhook_endpoint.failing"]
    timestamp: str
    data: EndpointHealthEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class WebhookEndpointDisabledEvent(TypedDict):
    """An endpoint had no successful delivery in 5 days; the service sends nothing more to it."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["webhook_endpoint.disabled"]
    timestamp: str
    data: EndpointHealthEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


class WebhookTestEvent(TypedDict):
    """A user called `POST /webhook-endpoints/{id}/test`; never in the feed."""

    id: str
    """Event id, the same in the feed, in the webhook and in every redelivery."""
    type: Literal["webhook.test"]
    timestamp: str
    data: EndpointEventData
    test: NotRequired[Literal[True]]
    """Present in test sends only."""


Attributes: TypeAlias = dict[str, str | float | bool | list[str | float] | None]
"""Small indexed values by name."""

State: TypeAlias = dict[str, Any]
"""Any JSON object up to 1 MiB."""

ImageRefs: TypeAlias = dict[str, str]
"""Ids of uploaded images by name."""

Filter: TypeAlias = dict[str, Any]
"""Conditions by path, which all must hold: `id`, `created_at`, `updated_at`, `attributes.<name>`, `state.<dotted
path>` or `answers.<judgment>.<field>`. `all`, `any` and `not` combine filters.
"""

Condition: TypeAlias = str | float | bool | list[str | float | bool] | Operators
"""A value that the path must equal, or operators that must all hold. A missing value matches none but `exists:
false`.
"""

JobType: TypeAlias = Literal["judgment_create", "judgment_update", "judgment_delete", "backfill", "backfill_start", "patch_by_filter", "delete_by_filter", "namespace_delete", "calibration_run", "alternatives_run", "repeatability_run"] | str
"""Type of a job."""

JobResult: TypeAlias = dict[str, Any]
"""The reply that the request would have had at once, or the error envelope."""

Threshold: TypeAlias = float | FeatureThreshold | OptionThreshold | FieldThreshold
"""Of a bool: a probability that `p` must reach, or a bound on a feature. Of a choice: a bound on an option or on
`escape_p`. Of a score: a bound on `score` or `normalized`.
"""

Thresholds: TypeAlias = dict[str, Threshold]
"""Thresholds by name."""

JudgmentDefinition: TypeAlias = BoolDefinition | ChoiceDefinition | ScoreDefinition
"""A version in normal form: with all defaults, and without optional members that the client left out."""

ArrayWindows: TypeAlias = dict[str, Window]
"""Age of elements to read, by array path."""

Feature: TypeAlias = FeatureItem | FeatureItem2 | FeatureItem3 | FeatureItem4
"""A number of the document, the age of a timestamp, the answer before, or a number over related documents."""

AlternativeId: TypeAlias = str
"""Id of an alternative: it follows from its definition, and stays the same when it is named again."""

Criteria: TypeAlias = str | TwoSidedCriteria
"""How to decide: a text, or for a bool one for each side."""

StarterDefinition: TypeAlias = dict[str, Any]
"""Members of a create, with `{placeholder}` for each value."""

EventData: TypeAlias = dict[str, Any]
"""Data of the event type, as published under `webhooks` of the OpenAPI document."""

EventType: TypeAlias = Literal["subscription.entered", "subscription.exited", "job.completed", "job.failed", "namespace.budget_paused", "namespace.budget_resumed", "judgment.fanout_deferred", "judgment.fanout_caught_up", "namespace.summary_failed", "calibration.fitted", "alternatives.ready", "webhook_endpoint.failing", "webhook_endpoint.disabled", "webhook.test"] | str
"""Type of an event."""

AttributesPatch: TypeAlias = dict[str, str | float | bool | list[str | float] | None]
"""Attributes to set by name; null takes one away."""

StatePatch: TypeAlias = dict[str, Any]
"""A JSON merge patch of the state."""

ImageRefsPatch: TypeAlias = dict[str, str | None]
"""Ids of images to set by name; null takes one away."""

TriedDefinition: TypeAlias = dict[str, Any]
"""A definition as in a create, or `from_starter`; `name` may be left out."""

Placeholders: TypeAlias = dict[str, str | float | list[str | float]]
"""Values by placeholder."""

ThresholdsPatch: TypeAlias = dict[str, Threshold | None]
"""Thresholds to set by name; null takes one away."""

DifferingMembers: TypeAlias = dict[str, Any]

AnswerView: TypeAlias = BoolAnswer | ChoiceAnswer | ScoreAnswer
"""An answer; `type` tells which."""

WebhookEvent: TypeAlias = SubscriptionEnteredEvent | SubscriptionExitedEvent | JobCompletedEvent | JobFailedEvent | NamespaceBudgetPausedEvent | NamespaceBudgetResumedEvent | JudgmentFanoutDeferredEvent | JudgmentFanoutCaughtUpEvent | NamespaceSummaryFailedEvent | CalibrationFittedEvent | AlternativesReadyEvent | WebhookEndpointFailingEvent | WebhookEndpointDisabledEvent | WebhookTestEvent
"""The event of a webhook. Narrow it by `type`, and ignore types that later versions send."""

