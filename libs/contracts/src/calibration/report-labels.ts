import { Bool, Int, Nested, Stamp, Values } from '../field';

/** Which labels a figure takes. */
export class LabelFilterView {
  @Values({ type: 'string' }, { nullable: true, meaning: 'Sources of the labels; null means every source.' })
  sources: string[] | null;
  @Stamp({ nullable: true, meaning: 'Labels observed at or after this time.' }) since: string | null;
  @Stamp({ nullable: true, meaning: 'Labels observed before this time.' }) until: string | null;
}

export class SourceCounts {
  @Int() posted: number;
  @Int() queue: number;
  @Int() rule: number;
  @Int() implicit: number;
}

export class LabelCounts {
  @Int() count: number;
  @Nested(() => SourceCounts) by_source: SourceCounts;
  @Int() hindsight: number;
}

export class ReportLabels extends LabelCounts {
  @Int({ optional: true, meaning: 'Documents of the labels that the figures use. Left out by builds from before it.' })
  documents?: number;
  @Int({ meaning: 'Labels that the figures use; of more than 100,000 a fixed sample.' }) used: number;
  @Bool() sampled: boolean;
  @Nested(() => LabelFilterView, {
    nullable: true,
    meaning: 'What the report was filtered to; null when it takes every label.',
  })
  outcomes: LabelFilterView | null;
}

/** Labels and outcomes that the figures leave out, by reason. */
export class ExcludedLabels {
  @Int({ meaning: 'Labels of the same version that were judged in another epoch of the engine.' }) other_epoch: number;
  @Int({
    meaning:
      'Labels on an answer for which another label counts: what most authors say, at a tie what was observed last.',
  })
  superseded: number;
  @Int({ meaning: 'Labels left out by `sources`, `since` or `until`.' }) filtered: number;
  @Int({ meaning: "Labels in non-production namespaces, in a template's report." }) non_production: number;
  @Int({ meaning: 'Labels whose answer has no number to compare with.' }) no_number: number;
  @Int({ meaning: 'Labels whose value is no option or level of this version.' }) option_gone: number;
  @Int({ meaning: 'Outcomes that label no answer.' }) unmatched: number;
}
