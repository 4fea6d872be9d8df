export { defaultEscape, engineNames, judgmentTypes, previousAnchors } from './definition/definition';
export { ageUnits } from './feature/feature';
export { aggregates } from './reading/value';
export type {
  BoolDefinition,
  ChoiceDefinition,
  ChoiceOption,
  ContextRecipe,
  Definition,
  EngineName,
  EngineRef,
  JudgmentType,
  OptionsFrom,
  PreviousAnchor,
  PreviousDocument,
  ScoreDefinition,
  ScoreLevel,
} from './definition/definition';
export type { AgeUnit, Feature, RelatedFeature } from './feature/feature';
export type { Part } from './part/part';
export type { Aggregate, ArrayWindow, Json } from './reading/value';
export { policies } from './freshness/freshness';
export type { Freshness, Policy } from './freshness/freshness';
export type {
  Bound,
  FeatureThreshold,
  FieldThreshold,
  OptionThreshold,
  ProbabilityThreshold,
  Threshold,
  Thresholds,
} from './threshold/threshold';
export type { JudgmentSnapshot, SnapshotOverride, EffectiveSnapshot } from './snapshot/snapshot';
export { shownVersion, shownVersionSql, storedVersion } from './snapshot/copied-version';
export type { CopiedVersion } from './snapshot/copied-version';
export { covers, isTemplate, scopeChain } from './snapshot/scope';
export { effectiveSnapshots, shadowedSnapshots } from './snapshot/effective';
export { parseDefinition } from './definition/parse';
export type { DefinitionContext, ParseAppliesTo } from './definition/parse';
export { parseRecipe } from './definition/recipe';
export { firstEngine, parseEngineRef, requireActive } from './definition/engine';
export type { ActiveEngine } from './definition/engine';
export { canonicalJson, definitionHash, normalForm } from './definition/normal-form';
export { readPaths } from './definition/read-paths';
export { answerKey, upstreamFields } from './relation/answer';
export type { UpstreamAnswer, UpstreamField } from './relation/answer';
export { bandMoved, bandText, notJudged, upstreamText } from './relation/band';
export type { UpstreamNumbers, UpstreamValue } from './relation/band';
export {
  aggregateSpecs,
  canGather,
  canSpread,
  candidateSpec,
  edgesOf,
  ownReads,
  reads,
  relationSpecs,
} from './definition/edges';
export { relationClass } from './relation/relation';
export type { AnswerTest, ParseRelationWhere, Relation, RelationClass, RelationReads } from './relation/relation';
export { admitsMore } from './freshness/admits-more';
export { fanoutInEffect, namespaceFanoutDefaults } from './freshness/fanout';
export type { Fanout } from './freshness/fanout';
export { featureInputs, featureNumbers, featuresDiffer } from './feature/number';
export type { Aggregated, FeatureInputs, FeatureSource } from './feature/number';
export { debounceOf, defaultFreshness, mergeFreshness, parseFreshness } from './freshness/parse';
export type { FreshnessContext } from './freshness/parse';
export { mergeOutcomes, parseOutcomes } from './outcome/parse';
export type { ParseWhen } from './outcome/parse';
export type { OutcomeRule, OutcomeSetting } from './outcome/outcome';
export { mergeThresholds, parseThresholds } from './threshold/parse';
export type { ThresholdForm } from './threshold/parse';
export { billionths, meets, thresholdNumber, thresholdsOf } from './threshold/evaluate';
export type { AnswerNumbers } from './threshold/evaluate';
export { formatDocumentPath, joinKeys, parseDocumentPath, splitKeys } from './path/path';
export type { DocumentPath } from './path/path';
export { compileReadPaths, compileInvalidation, invalidates } from './path/invalidation';
export type { CompiledReadPaths, DocumentContent } from './path/invalidation';
export type {
  AggregateSpec,
  Edge,
  FanoutScope,
  Join,
  JoinPath,
  OwnFanout,
  RelationOrder,
  RelationSpec,
} from './relation/edge';
export { checkDependencies, dependencyDepth } from './graph/dependency';
export type { Dependencies } from './graph/dependency';
export { causes, staleReasons, statuses, statusOf, unavailableReasons } from './status/status';
export type {
  AnswerRow,
  AnswerStatus,
  Cause,
  Failure,
  JudgmentFacts,
  StaleReason,
  Status,
  StatusInput,
  UnavailableReason,
} from './status/status';
export { durationMs, readDuration } from './reading/duration';
export { instantOf, maxAheadMs } from './reading/instant';
export {
  isName,
  own,
  readName,
  readNumber,
  readObject,
  readOneOf,
  readText,
  refuseOthers,
  refuseRepeats,
  under,
} from './reading/member';
export { parseOptionList } from './definition/answer-form';
export { declaredOptions, optionsFrom } from './definition/options';
export { longestQuestion, questionTexts } from './definition/question-text';
export { mergeAlternative, parseAlternative } from './alternative/alternative';
export { alternativeId } from './alternative/alternative-id';
export { assertComparable } from './alternative/comparable';
export { contextKindOf } from './alternative/context-kind';
export type { AlternativeContexts } from './alternative/context-kind';
export { differencesOf } from './alternative/differences';
export { narrowingsOf } from './alternative/narrowings';
export {
  defaultAlternatives,
  isDefaultAlternatives,
  mergeAlternatives,
  parseAlternatives,
} from './alternative/setting';
export type { AlternativesOutcomes, AlternativesSetting } from './alternative/setting';
export { defaultQueue, isDefaultQueue, mergeQueue, parseQueue } from './queue/setting';
export type { QueueSetting } from './queue/setting';
