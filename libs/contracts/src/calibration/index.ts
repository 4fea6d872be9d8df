export {
  OutcomeBody,
  OutcomesBody,
  PostOutcomes,
  UnmatchedOutcome,
  OutcomesPosted,
  postOutcomes,
  ListOutcomes,
  OutcomeAuthor,
  OutcomeView,
  OutcomeList,
  listOutcomes,
  RetractOutcome,
  retractOutcome,
  MakeDrafts,
  makeDrafts,
  ReadCalibration,
  readCalibration,
} from './messages';
export type { OutcomeSource } from './messages';
export { LabelCounts, LabelFilterView } from './report-labels';
export { BinView, ClassCount, FitChoiceView, HeldOutMetrics, HeldOutView } from './held-out';
export { ThresholdPerformance } from './threshold-performance';
export { DriftOption, DriftTestView, DriftView, driftReasons, driftTests } from './drift';
export type { DriftReason, DriftTestName } from './drift';
export { BaseRateMetrics } from './base-rate';
export { ConfusedValues, LevelBiasView, WrongLabel } from './mistakes';
export { VerdictView } from './verdict';
export { JudgmentVerdict, ReadVerdicts, VerdictList, readVerdicts } from './verdict-list';
export { AgreementView } from './agreement';
export { ReportNotice } from './notice';
export { CalibrationReport } from './report';
export { LabelItem, LabelTable, ListLabels, listLabels } from './label-table';
export { SegmentView, SegmentsView, segmentKinds } from './segments';
export type { SegmentKind } from './segments';
export type { IntervalView } from './interval';
export { SpeaksForField } from './speaks-for';
export type { SpeaksFor } from './speaks-for';
export { CalibrationOutcomeFilter, outcomeSources } from '../outcome-filter';
export {
  CalibrationRunBody,
  RunCalibration,
  FitView,
  runCalibration,
  fitMade,
  DrawnAnswer,
  SampleDrawn,
  sampleDrawn,
} from './fit';
export {
  RecommendationQuery,
  RecommendThreshold,
  ShareEstimate,
  CurvePointView,
  ThresholdRecommendation,
  recommendThreshold,
} from './thresholds';
export { CostPointView, DecisionRow, DecisionView } from './decision';
export { ReadQueue, QueueItem, QueueView, readQueue } from './queue';
export {
  AnswerWeek,
  CalibrationHistory,
  CalibrationHistoryQuery,
  PastFit,
  ReadCalibrationHistory,
  ReadWeek,
  readCalibrationHistory,
} from './history';
export { CalibrationPage, readCalibrationPage } from './page';
export { Alternative, AlternativeHeldOut, AlternativesTable, LabelsSkipped, skipReasons } from './alternatives/table';
export type { AlternativeChange, AlternativeTest } from './alternatives/change';
export type {
  AlternativeVerdict,
  AlternativesCurrent,
  AlternativesPlanRequired,
  AlternativesReason,
  AlternativesStatus,
  SkipReason,
} from './alternatives/table';
export type { AlternativesCascade } from './alternatives/cascade';
export { contextKinds } from './alternatives/quote';
export type { AlternativesQuote, ContextKind, DetectableGain, QuotedUpstream } from './alternatives/quote';
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
  RepeatabilityBody,
  RepeatabilityReply,
  RepeatabilityView,
  repeatBounds,
  startRepeatability,
} from './repeatability';
export type { RepeatabilityEstimate, RepeatedShareView, StartRepeatability } from './repeatability';
export { suggestParts } from './suggested-parts';
export type { SuggestParts } from './suggested-parts';
export { SuggestedAlternative } from './alternatives/suggested';
