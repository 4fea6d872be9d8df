import { Bool, Int, JsonObject, Nested, OneOf, Shape, Text, Values } from '../field';
import { judgmentTypes, policies } from '@app/definition';
import type { JudgmentType, Policy } from '@app/definition';

/** The first version of a judgment that a namespace detached from a template, whose answers it keeps. */
export class Copied {
  @Int({ min: 1, meaning: "The template's version that was copied: it stands with the answers." }) stored: number;
  @Int({ min: 1, meaning: "The copy's own number of it, which people read." }) shown: number;
}

/**
 * What documents must know of a judgment and no more: the copy of one row of judgments, applied by revision.
 * Never the question. A row of kind `override` carries a namespace's own thresholds or freshness of an inherited one.
 */
export class JudgmentSnapshot {
  @Text({ meaning: 'Judgment id, `jdg_..`; of the inherited judgment in an override.' }) judgment_id: string;
  @Text() organization: string;
  @Text({ meaning: 'A namespace, or a template prefix ending in `/*`.' }) scope: string;
  @Text() name: string;
  @OneOf(['judgment', 'override']) kind: 'judgment' | 'override';
  @Int({ meaning: 'Grows with every change in the organization; copies apply only a greater one.' }) revision: number;
  @Int({ min: 1, meaning: 'The number that stands with its answers.' }) active_version: number;
  @Nested(() => Copied, { optional: true, nullable: true, meaning: 'Only of a copy detached from a template.' })
  copied?: Copied | null;
  @Values(
    { type: 'string' },
    { optional: true, meaning: 'Of an override: `thresholds`, `freshness`; the rest it leaves.' },
  )
  overrides?: string[];
  @OneOf(judgmentTypes) type: JudgmentType;
  @OneOf(policies) policy: Policy;
  @Int() debounce_ms: number;
  @Int() max_wait_ms: number;
  @Int({ nullable: true }) interval_ms: number | null;
  @Shape({ type: ['object', 'null'] }) applies_to: object | null;
  @Values({ type: 'string' }) read_paths: string[];
  @Values(
    { type: 'string' },
    {
      optional: true,
      meaning: 'What versions read that were active before: touches answers of those; required from v2 on.',
    },
  )
  earlier_paths?: string[];
  @Shape({ type: ['object', 'null'] }, { meaning: 'Thresholds in force; null in an override that leaves them.' })
  thresholds: object | null;
  @Shape({ type: ['array', 'null'] }, { meaning: 'Level values of a score, ascending.' }) levels: number[] | null;
  @Shape({ type: ['array', 'null'] }, { meaning: 'Option values of a choice, in order of definition.' }) options:
    string[] | null;
  @JsonObject() engine: object;
  @Shape(
    { type: ['array', 'null'] },
    { optional: true, meaning: 'Rules of outcomes that writes are held against, in order; required from v2 on.' },
  )
  outcome_rules?: object[] | null;
  @Int({ optional: true, min: 0, meaning: "The active version's horizon; required from v2 on." }) horizon_ms?: number;
  @Bool() archived: boolean;
}

/** Calibration's fit of one version and epoch, as documents copies it. */
export class FitMade {
  @Text() organization: string;
  @Text() judgment_id: string;
  @Text({
    optional: true,
    meaning: 'The namespace of a copy detached from a template, whose answers alone it reads; else left out.',
  })
  scope?: string;
  @Text() fit: string;
  @Int({ min: 1 }) version: number;
  @Text() engine_version: string;
  @OneOf(['raw', 'calibrated', 'features']) read_with: 'raw' | 'calibrated' | 'features';
  @JsonObject({ meaning: 'The type, what its numbers stand for, and the map: what `readStored` reads with.' })
  parameters: object;
  @Int() revision: number;
}
