import { Bool, Int, JsonObject, ListOf, Nested, Num, OneOf, Text, Values } from '../field';
import { JobView } from '../jobs';
import { Warning } from '../shared';
import { JudgmentSettings, JudgmentView } from './views';

export class ExistingEstimate {
  @Int() documents: number;
  @Num() judgment_units: number;
  @Num() cost_usd: number;
}

/** Changes of related documents, and the judgings that they cause. */
export class RelatedEstimate {
  @Num({ min: 0, meaning: 'Changes of related documents a day, over all relations.' }) changes_per_day: number;
  @Num({ min: 0, meaning: 'Mean number of judged documents that one such change concerns.' })
  documents_per_change: number;
  @Num({ min: 0, meaning: 'Judgings a day that they cause, within debounce and rolling limit.' })
  judgments_per_day: number;
}

export class EstimateView {
  @Num() replay_cost_usd_per_month: number;
  @Num() judgments_per_month: number;
  @Int() documents: number;
  @Num({ meaning: 'New documents (the median of the observed days) and changes of others (their mean) a day.' })
  changes_per_day: number;
  @Int({
    min: 0,
    max: 30,
    optional: true,
    meaning:
      'Whole days in which changes were observed; under three the change warns `short_history`. Left out while an upgrade is under way.',
  })
  observed_days?: number;
  @Int({ nullable: true, meaning: 'The limit in effect; null when one change concerns one document at most.' })
  rolling_limit: number | null;
  @Nested(() => RelatedEstimate, { optional: true, meaning: 'Present when the recipe reads related documents.' })
  related?: RelatedEstimate;
  @Nested(() => ExistingEstimate) existing: ExistingEstimate;
}

export const judgmentOutcomes = [
  'created',
  'version_created',
  'unchanged',
  'activated',
  'dry_run',
  'confirmation_required',
  'updated',
] as const;
export type JudgmentOutcome = (typeof judgmentOutcomes)[number];

/** What was left out of a context to fit its size. */
export class CutView {
  @Text() path: string;
  @OneOf(['related_items', 'array_items', 'text_tail', 'fields', 'images']) kind:
    'related_items' | 'array_items' | 'text_tail' | 'fields' | 'images';
  @Int() dropped: number;
}

/** The context that an engine would read of one stored document. */
export class SampleContext {
  @Text() namespace: string;
  @Text() document: string;
  @Text() text: string;
  @Int() tokens: number;
  @Text() size_class: string;
  @Bool() truncated: boolean;
  @ListOf(() => CutView) cuts: CutView[];
}

/** The reply of create, version, PATCH and activate. */
export class JudgmentChange {
  @OneOf(judgmentOutcomes) status: JudgmentOutcome;
  @Nested(() => JudgmentView, { nullable: true }) judgment: JudgmentView | null;
  @Int({
    nullable: true,
    min: 1,
    meaning:
      'The version that the definition is. On a dry run and before a confirmation: the version that it equals already, which a create makes active; null when it would be a new one.',
  })
  version: number | null;
  @JsonObject({ named: 'JudgmentDefinition' }) definition: object;
  @Nested(() => JudgmentSettings, {
    optional: true,
    meaning:
      'In effect now; on a dry run and before a confirmation: once the request is made. Left out only while an upgrade is under way.',
  })
  settings?: JudgmentSettings;
  @Nested(() => EstimateView, { nullable: true }) estimate: EstimateView | null;
  @Text({ nullable: true }) confirm: string | null;
  @Values({ type: 'string' }) ignored: string[];
  @ListOf(() => Warning) warnings: Warning[];
  @ListOf(() => SampleContext, {
    optional: true,
    meaning: 'The contexts of up to three sampled documents, on a dry run.',
  })
  contexts?: SampleContext[];
  @Nested(() => JobView, { optional: true, meaning: 'The backfill that the request started.' }) job?: JobView;
}
