export { AnswerView, PartView, StaleBy, featureNumber } from './answer-view';
export { DocumentView, DocumentsView, QueryView, DocumentWritten } from './views';
export { BudgetView, FanoutView, NamespaceView, NamespaceList } from './namespace-views';
export {
  UpsertOperation,
  PatchOperation,
  AppendOperation,
  DeleteOperation,
  PatchContent,
  WriteBody,
  includes,
  freshModes,
  GetDocumentsBody,
  QueryBody,
  FanoutSettings,
  NamespaceSettings,
  NamespaceCreateBody,
  SubscriptionBody,
  SubscriptionView,
  SubscriptionList,
} from './bodies';
export type { FreshMode } from './bodies';
export { JudgmentSnapshot, FitMade } from './judgment-snapshot';
export { AggregateQuery, AggregatedNumber, RelatedItem, RelatedItems, RelationEdge, RelationQuery } from './relation';
export { AttributesRead, DocumentAttributes, ReadAttributes, keptAttributes, readAttributes } from './attributes-read';
export { MeasureRelation, RelationMeasured, measureRelation } from './relation-measure';
export {
  DocumentChanged,
  documentChangedLive,
  documentChangedBulk,
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
} from './facts';
export { fanoutPaceOf, isFanoutHeld } from './fanout-pace';
export type { FanoutPace } from './fanout-pace';
export {
  WriteDocuments,
  writeDocuments,
  ReadDocuments,
  readDocuments,
  QueryDocuments,
  queryDocuments,
  JudgeDocuments,
  JudgedDocuments,
  JudgePrice,
  judgeDocuments,
} from './document';
export {
  ByNamespace,
  CreateNamespace,
  ChangeNamespace,
  ListNamespaces,
  createNamespace,
  listNamespaces,
  getNamespace,
  NamespaceState,
  NamespaceStateFound,
  readNamespaceState,
  NamespaceMade,
  makeNamespace,
  changeNamespace,
  deleteNamespace,
} from './namespace';
export {
  PutSubscription,
  SubscriptionPut,
  BySubscription,
  ListSubscriptions,
  putSubscription,
  listSubscriptions,
  getSubscription,
  deleteSubscription,
} from './subscription';
export { FetchedDocument, FetchDocuments, FetchedDocuments, fetchDocuments } from './fetch';
export { ScanDocuments, ScannedDocuments, scanDocuments } from './scan';
export {
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
} from './group';
export {
  ImageBody,
  ImageView,
  imageIdPattern,
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
} from './images';
export type { ImageMediaType } from './images';
export { AnswerDistribution, DistributionQuery, ReadDistribution, readDistribution } from './distribution';
export { SampleDocuments, SampledDocuments, SampledNamespace, sampleDocuments } from './sample';
export { WantedAnswer, ReadAnswerState, AnswerState, readAnswerState } from './answer-state';
export { HeldFound, MeteredNamespace, NamespacesMetered, namespacesMetered, readHeld } from './metering';
export { AnswersCounted, CountAnswers, countAnswers } from './answer-count';
export { CountEpochs, EpochCount, EpochsCounted, JudgmentToCount, countEpochs, maxCounted } from './epoch-count';
export { SampleAnswers, SampledAnswer, SampledAnswers, sampleAnswers } from './answer-sample';
