export {
  NAMED,
  fieldsOf,
  Text,
  Num,
  Int,
  Bool,
  OneOf,
  Stamp,
  Nested,
  ListOf,
  Values,
  MapOf,
  JsonObject,
  Shape,
} from './field';
export type { JsonSchema, Class, FieldOptions } from './field';
export { collectSchemas, schemaOf } from './schema';
export { checkBody, fits } from './check';
export { namePattern, namespacePattern, namespaceOrTemplatePattern, scopePattern, durationPattern } from './names';
export type { JudgmentRef, NamespaceRef } from './refs';
export { scopeConditions, scopeCovers, scopeWithin } from './key-scope';
export { typesOfPattern } from './event-pattern';
export { services, schemaNameOf } from './services';
export type { Service, Participant } from './services';
export {
  declaredMessages,
  request,
  fact,
  broadcast,
  applySubject,
  framesSubject,
  subjectsOf,
  durableName,
  filterOf,
} from './message';
export type { RequestMessage, FactMessage, BroadcastMessage, Message } from './message';
export { streams, factOf } from './streams';
export type { Durable, Stream } from './streams';
export { mayRepeat } from './repeats';
export {
  inboxOf,
  creditInboxOf,
  frameInboxOf,
  replyInboxOf,
  relayReaderName,
  permissionsOf,
  busUsers,
} from './permissions';
export {
  consumables,
  extensionDurableOf,
  extensionNamePattern,
  extensionPermissions,
  extensionUserOf,
  sharedExtensionPermissions,
  sharedExtensionUser,
} from './extension';
export type { Consumable, Extension, ExtensionDurable } from './extension';
export type { BusPermissions } from './permissions';
export { asyncApi } from './asyncapi';
export { roles, plans, Caller } from './call';
export type { Role, Plan } from './call';
export { EngineRef } from './engine-ref';
export { codesKeyword, errorDetailsSchema } from './error-details';
export { ExcludedPath, SuggestedContext } from './judgments/suggested-context';
export {
  AnswerView,
  UsageView,
  DocumentView,
  DocumentsView,
  QueryView,
  WrittenDocument,
  DocumentWritten,
  BudgetView,
  FanoutView,
  NamespaceStats,
  NamespaceView,
  NamespaceItem,
  NamespacePrefixView,
  NamespaceList,
  FanoutSettingsView,
  FreshnessView,
  JudgmentStats,
  JudgmentSettings,
  JudgmentView,
  JudgmentList,
  VersionItem,
  VersionList,
  JobProgress,
  jobStatuses,
  JobSummary,
  JobView,
  JobList,
  Warning,
  ExistingEstimate,
  RelatedEstimate,
  EstimateView,
  judgmentOutcomes,
  CutView,
  SampleContext,
  JudgmentChange,
  BackfillReply,
  BackfillResult,
  Deleted,
  EventView,
  EventList,
} from './views';
export {
  UpsertOperation,
  PatchOperation,
  AppendOperation,
  DeleteOperation,
  PatchContent,
  PatchByFilter,
  DeleteByFilter,
  WriteBody,
  includes,
  freshModes,
  GetDocumentsBody,
  OrderKey,
  QueryBody,
  FanoutSettings,
  NamespaceSettings,
  NamespaceCreateBody,
  SubscriptionBody,
  SubscriptionView,
  SubscriptionList,
  ListQuery,
} from './documents/bodies';
export { JudgmentSnapshot, FitMade } from './documents/judgment-snapshot';
export {
  AggregateQuery,
  AggregatedNumber,
  RelatedItem,
  RelatedItems,
  RelationEdge,
  RelationQuery,
} from './documents/relation';
export { MeasureRelation, RelationMeasured, measureRelation } from './documents/relation-measure';
export {
  InvalidatedDocument,
  DocumentChanged,
  documentChangedLive,
  documentChangedBulk,
  DeletedDocument,
  DocumentDeleted,
  documentDeleted,
  ImageErased,
  imageErased,
  OutcomeRuleMatched,
  outcomeRuleMatched,
  NamespaceChanged,
  Applied,
  namespaceChanged,
  NamespaceDeleted,
  namespaceDeleted,
} from './documents/facts';
export { fanoutPaceOf, isFanoutHeld } from './documents/fanout-pace';
export type { FanoutPace } from './documents/fanout-pace';
export {
  WriteDocuments,
  writeDocuments,
  ReadDocuments,
  readDocuments,
  QueryDocuments,
  queryDocuments,
  JudgeDocuments,
  JudgedDocuments,
  judgeDocuments,
  ByNamespace,
  CreateNamespace,
  ChangeNamespace,
  ListNamespaces,
  createNamespace,
  listNamespaces,
  getNamespace,
  NamespaceState,
  NamespaceMade,
  NamespaceStateFound,
  makeNamespace,
  readNamespaceState,
  changeNamespace,
  deleteNamespace,
  PutSubscription,
  SubscriptionPut,
  BySubscription,
  ListSubscriptions,
  putSubscription,
  listSubscriptions,
  getSubscription,
  deleteSubscription,
  FetchedDocument,
  FetchDocuments,
  FetchedDocuments,
  fetchDocuments,
  ScanDocuments,
  ScannedDocuments,
  scanDocuments,
} from './documents/messages';
export {
  AggregateBody,
  ByGroup,
  GetGroup,
  GroupBody,
  GroupList,
  GroupPut,
  GroupQuery,
  GroupValue,
  GroupValues,
  GroupView,
  ListGroups,
  PutGroup,
  BySummary,
  PutSummary,
  SummaryBody,
  SummaryPut,
  SummaryView,
  deleteGroup,
  deleteSummary,
  getGroup,
  getSummary,
  listGroups,
  putGroup,
  putSummary,
} from './documents/group';
export {
  ImageBody,
  ImageView,
  imageIdPattern,
  imageMediaTypes,
  maxImageBytes,
  StoreImage,
  storeImage,
  ReadImage,
  readImage,
  EraseImage,
  eraseImage,
  FetchImage,
  FetchedImage,
  fetchImage,
} from './documents/images';
export {
  AnswerDistribution,
  AnswersByStatus,
  AnswersOfValue,
  DistributionQuery,
  ReadDistribution,
  readDistribution,
} from './documents/distribution';
export { SampleDocuments, SampledDocuments, SampledNamespace, sampleDocuments } from './documents/sample';
export {
  LevelBody,
  EscapeBody,
  ContextBody,
  FreshnessBody,
  DefinitionBody,
  JudgmentCreateBody,
  JudgmentPatchBody,
  ActivateBody,
  BackfillBody,
  backfillChoices,
  JudgeBody,
  TryBody,
  ContextPreviewBody,
} from './judgments/bodies';
export { FromStarterBody, PlaceholderView, StarterList, StarterView } from './judgments/starter';
export {
  OfJudgment,
  OfNamespace,
  CreateJudgment,
  PatchJudgment,
  ActivateJudgment,
  StartBackfill,
  startBackfill,
  ListVersions,
  createJudgment,
  listJudgments,
  getJudgment,
  listVersions,
  patchJudgment,
  activateJudgment,
  deleteJudgment,
  detachJudgment,
  ContextView,
  PreviewContext,
  PeriodicCost,
  PeriodicCostFound,
  periodicCost,
  previewContext,
  TryJudgment,
  TriedDocument,
  TriedJudgment,
  tryJudgment,
  ListHistory,
  HistoryItem,
  HistoryList,
  listHistory,
  RecordedAnswer,
  DequeuedAnswer,
  AnswerRecorded,
  answerRecordedLive,
  answerRecordedBulk,
  Judge,
  RefusedAnswer,
  Judged,
  judge,
  AnswerMoment,
  AnswersInForce,
  AnswerInForce,
  AnswersInForceFound,
  answersInForce,
  JudgmentChangedFact,
  judgmentChanged,
  DeferralChanged,
  deferralChanged,
} from './judgments/messages';
export { contextGone, ReadContextView, AnswerOfRecord, GetAnswer, getAnswer } from './judgments/answer-reading';
export type { ContextGone } from './judgments/answer-reading';
export {
  DayFigures,
  DayFiguresQuery,
  ReadFigures,
  JudgmentFigures,
  readFigures,
  ListPlacedJudgments,
  PlacedJudgment,
  PlacedJudgmentList,
  listPlacedJudgments,
} from './judgments/figures';
export { pendingReasons, PendingCount, PendingCounts, countPending } from './judgments/pending-counts';
export type { PendingReason } from './judgments/pending-counts';
export {
  waitReasons,
  DefinitionInForce,
  QueuedAnswer,
  LastTry,
  EngineState,
  FanoutState,
  ExplainAnswer,
  QueueExplanation,
  explainAnswer,
} from './judgments/explanation';
export type { WaitReason } from './judgments/explanation';
export { AnswerExplanation } from './judgments/answer-explanation';
export { WantedAnswer, ReadAnswerState, AnswerState, readAnswerState } from './documents/answer-state';
export { operatorHost, operatorPermissions, operatorUser } from './operator';
export { PoolState, OutboxState, ProcessState, ShowProcess, answerPath, showProcess } from './process-state';
export type { OnAnswerPath } from './process-state';
export { PermitState, ShowPermits, PermitStates, showPermits } from './permit-state';
export { ById, ListJobs, jobOwners, documentsJobs, judgmentsJobs, calibrationJobs } from './jobs';
export type { JobOwner, JobRequests } from './jobs';
export { jobTypes } from './job-types';
export type { JobType } from './job-types';
export {
  lanes,
  EngineOption,
  EngineLevel,
  EngineQuestion,
  Ask,
  EngineAnswer,
  EngineReply,
  askEngine,
  askExtension,
  Nothing,
  listEngines,
  maxDrafts,
  Draft,
  DraftList,
  DraftsWritten,
  WriteDrafts,
  writeDrafts,
  EngineChanged,
  engineChanged,
} from './engine-broker';
export type { Lane } from './engine-broker';
export type { JobStatus, JudgmentOutcome } from './views';
export { EngineCircuit, EngineLimits, EngineList, EngineView, engineSources } from './engine-view';
export type { EngineSource } from './engine-view';
export type { AttemptError } from './attempt-error';
export type { DeliveryStatus } from './deliveries';
export type { EndpointStatus, FeedOrder } from './events';
export type { BackfillChoice } from './judgments/bodies';
export type { FreshMode } from './documents/bodies';
export type { ImageMediaType } from './documents/images';
export type { MembershipCause } from './events/subscription';
export type { OutcomeSource } from './calibration';
export {
  SpendAsk,
  ReserveSpend,
  SpendReply,
  SpendReserved,
  reserveSpend,
  QuoteSpend,
  SpendQuoted,
  quoteSpend,
  ReleasedAsk,
  ReleaseSpend,
  SpendReleased,
  BudgetChanged,
  budgetChanged,
  ReportDays,
  UsageFigures,
  UsageDay,
  UsageDays,
  reportDays,
  ReportQuota,
  QuotaReported,
  reportQuota,
  ReportUsage,
  longestUsagePage,
  UsageLine,
  UsageReport,
  reportUsage,
  NamespaceSpend,
  NamespaceSpendFound,
  namespaceSpend,
  releaseSpend,
  ListQuotas,
  PlanQuota,
  QuotasListed,
  listQuotas,
  spendRefusals,
} from './billing';
export type { SpendRefusal } from './billing';
export {
  BlockItem,
  OpenBlock,
  BlockOpened,
  openBlock,
  ExtendBlock,
  BlockExtended,
  extendBlock,
  CloseBlock,
  BlockClosed,
  closeBlock,
  blockRefusals,
  maxBlockItems,
  maxBlockNamespaces,
} from './spend-block';
export type { BlockRefusal } from './spend-block';
export {
  HeldFound,
  MeteredNamespace,
  NamespacesMetered,
  ReadHeld,
  namespacesMetered,
  readHeld,
} from './documents/metering';
export {
  SourceCounts,
  LabelCounts,
  LabelFilterView,
  ReportLabels,
  ExcludedLabels,
  BinView,
  NoiseFloorView,
  HeldOutMetrics,
  HeldOutView,
  ThresholdPerformance,
  DriftView,
  ReadingCandidate,
  FitChoiceView,
  ClassCount,
  ReportNotice,
  RawMetrics,
  CalibrationReport,
} from './calibration-report';
export type { IntervalView } from './calibration-report';
export {
  OutcomeBody,
  OutcomesBody,
  PostOutcomes,
  UnmatchedOutcome,
  OutcomesPosted,
  postOutcomes,
  ListOutcomes,
  OutcomeView,
  OutcomeList,
  listOutcomes,
  RetractOutcome,
  retractOutcome,
  MakeDrafts,
  makeDrafts,
  ReadCalibration,
  readCalibration,
} from './calibration';
export { CalibrationOutcomeFilter, outcomeSources } from './outcome-filter';
export {
  CalibrationRunBody,
  RunCalibration,
  FitView,
  runCalibration,
  fitMade,
  DrawnAnswer,
  SampleDrawn,
  sampleDrawn,
} from './calibration-fit';
export {
  RecommendationQuery,
  RecommendThreshold,
  ShareEstimate,
  CurvePointView,
  ThresholdRecommendation,
  recommendThreshold,
} from './outcome-thresholds';
export {
  SampleAnswers,
  SampledAnswer,
  SampledAnswers,
  sampleAnswers,
  ReadQueue,
  QueueItem,
  QueueView,
  readQueue,
} from './outcome-queue';
export {
  CalibrationHistory,
  CalibrationHistoryQuery,
  PastFit,
  ReadCalibrationHistory,
  ReadWeek,
  readCalibrationHistory,
} from './calibration-history';
export { CalibrationPage, readCalibrationPage } from './outcome-page';
export {
  EventRaised,
  eventRaised,
  eventSubject,
  ListEvents,
  listEvents,
  GetEvent,
  FoundEvent,
  getEvent,
  TailMoved,
  tailMoved,
  endpointStatuses,
  EndpointBody,
  EndpointPatchBody,
  EndpointStats,
  EndpointFacts,
  EndpointView,
  EndpointList,
  CreateEndpoint,
  ByEndpoint,
  PatchEndpoint,
  ListEndpoints,
  EndpointDeleted,
  createEndpoint,
  showEndpoint,
  listEndpoints,
  patchEndpoint,
  deleteEndpoint,
  CoverEndpoint,
  EndpointCover,
  coverEndpoint,
  ShowEvent,
  showEvent,
} from './events';
export { eventTypes } from './events/types';
export type { EventType } from './events/types';
export { EndpointHealthEventData } from './events/endpoint';
export { eventData } from './events/data';
export type { EventData } from './events/data';
export { sampleOf } from './events/sample';
export { eventCauses } from './events/causes';
export { eventDataClasses, eventDocuments } from './events/document';
export type { EventDocument } from './events/document';
export { eventFault } from './events/fault';
export { makeEvent, makeEventWithin, maxEventBytes } from './events/make';
export type { EventContent, EventOccasion } from './events/make';
export {
  BorrowAllowance,
  AllowanceBorrowed,
  borrowAllowance,
  ReadsCounted,
  readsCounted,
  OrganizationMarksAsked,
  OrganizationMarks,
  readOrganizationMarks,
} from './gateway';
export {
  RotateSecretBody,
  RotateSecret,
  rotateSecret,
  TestSendBody,
  TestEndpoint,
  TestSent,
  testEndpoint,
} from './endpoint-actions';
export { attemptErrors } from './attempt-error';
export {
  deliveryStatuses,
  DeliveryView,
  DeliveryList,
  DeliveriesQuery,
  ListDeliveries,
  listDeliveries,
  EndpointHoursQuery,
  ReadEndpointHours,
  EndpointHour,
  EndpointHours,
  readEndpointHours,
  RecoverBody,
  RecoverDeliveries,
  DeliveriesRecovered,
  recoverDeliveries,
  RedeliverBody,
  RedeliverEvent,
  redeliverEvent,
} from './deliveries';
export {
  Alternative,
  AlternativeHeldOut,
  AlternativesTable,
  LabelsSkipped,
  alternativeVerdicts,
  skipReasons,
} from './alternatives/table';
export type {
  AlternativeBilled,
  AlternativeChange,
  AlternativeTest,
  AlternativeVerdict,
  AlternativesCurrent,
  AlternativesPlanRequired,
  AlternativesReason,
  AlternativesStatus,
  SkipReason,
} from './alternatives/table';
export { contextKinds } from './alternatives/quote';
export type {
  AlternativesQuote,
  ContextKind,
  DetectableGain,
  QuotedAlternative,
  QuotedUpstream,
} from './alternatives/quote';
export {
  AlternativeBody,
  AlternativesRunBody,
  maxNamedAlternatives,
  nameAlternative,
  readAlternatives,
  readAlternativesPage,
  removeAlternative,
  runAlternatives,
} from './alternatives/requests';
export type { NameAlternative, ReadAlternatives, RemoveAlternative, RunAlternatives } from './alternatives/requests';
export {
  enginesUsed,
  estimateMissing,
  maxPricedLabels,
  maxPricedRows,
  maxScoredLabels,
  priceScoring,
  scoringRecorded,
  startScoring,
  stopScoring,
} from './judgments/scoring';
export type {
  EnginesUsed,
  EnginesUsedFound,
  MissingAnswers,
  MissingAnswersFound,
  LabelRef,
  PriceScoring,
  PricedLabel,
  PricedRow,
  ScoredLabel,
  ScoringLabel,
  ScoringPriced,
  ScoringRecorded,
  ScoringRow,
  ScoringStarted,
  ScoringStopped,
  StartScoring,
  StopScoring,
} from './judgments/scoring';
export {
  PartsWritten,
  SuggestedPartList,
  WriteParts,
  maxSuggestedParts,
  suggestParts,
  writeParts,
} from './suggested-parts';
export type { SuggestParts, SuggestedPart } from './suggested-parts';
