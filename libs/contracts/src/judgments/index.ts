export { SuggestedContext } from './suggested-context';
export {
  FanoutUse,
  FreshnessView,
  JudgmentStats,
  JudgmentSettings,
  JudgmentView,
  JudgmentList,
  VersionList,
} from './views';
export { RelatedEstimate, EstimateView, SampleContext, JudgmentChange } from './change-views';
export type { JudgmentOutcome } from './change-views';
export {
  JudgmentCreateBody,
  JudgmentPatchBody,
  ActivateBody,
  BackfillBody,
  JudgeBody,
  TryBody,
  ContextPreviewBody,
} from './bodies';
export { StarterList } from './starter';
export {
  OfJudgment,
  OfNamespace,
  CreateJudgment,
  PatchJudgment,
  ActivateJudgment,
  ListVersions,
  createJudgment,
  listJudgments,
  getJudgment,
  listVersions,
  patchJudgment,
  activateJudgment,
  detachJudgment,
  deleteJudgment,
} from './judgment';
export { BackfillReply, BackfillResult, StartBackfill, startBackfill } from './backfill';
export { ContextView, PreviewContext, previewContext, TryJudgment, TriedJudgment, tryJudgment } from './preview';
export { PeriodicCost, PeriodicCostFound, periodicCost } from './periodic-cost';
export { ListHistory, HistoryItem, HistoryList, listHistory } from './history';
export {
  RecordedAnswer,
  DequeuedAnswer,
  AnswerRecorded,
  answerRecordedLive,
  answerRecordedBulk,
} from './recorded-answer';
export { Judge, RefusedAnswer, Judged, judge } from './judge';
export { JudgmentToPrice, PriceJudging, priceJudging } from './judge-price';
export { AnswerMoment, AnswersInForce, AnswerInForce, AnswersInForceFound, answersInForce } from './answers-in-force';
export { JudgmentChangedFact, judgmentChanged, DeferralChanged, deferralChanged } from './change-facts';
export { AnswerOfRecord, GetAnswer, getAnswer } from './answer-reading';
export type { ContextGone } from './answer-reading';
export {
  DayFigures,
  DayFiguresQuery,
  ReadFigures,
  JudgmentFigures,
  readFigures,
  ListPlacedJudgments,
  PlacedJudgmentList,
  listPlacedJudgments,
} from './figures';
export { PendingCount, PendingCounts, countPending } from './pending-counts';
export { QueuedAnswer, EngineState, ExplainAnswer, QueueExplanation, explainAnswer } from './explanation';
export type { WaitReason } from './explanation';
export { AnswerExplanation } from './answer-explanation';
export { BuiltInAnswers, BuiltInAnswersList, listBuiltInAnswers } from './built-in-answers';
export {
  enginesUsed,
  estimateMissing,
  maxPricedLabels,
  maxPricedRows,
  priceScoring,
  scoringRecorded,
  startScoring,
  stopScoring,
} from './scoring';
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
} from './scoring';
