import { Bool, Int, JsonObject, ListOf, Nested, OneOf, Shape, Text, Values } from '../field';
import { judgmentTypes, policies } from '@app/definition';
import type { JudgmentType, OwnFanout, Policy } from '@app/definition';
import { RelationEdge } from './relation';

/** How version numbers of a detached copy are shown. The copy keeps the answers of the template's version. */
export class Copied {
  @Int({ min: 1, meaning: "The template's version that was copied; its number is stored with the answers." })
  stored: number;
  @Int({ min: 1, meaning: "The copy's own number of that version, which users see." }) shown: number;
}

/** What a judgment reads of a document: enough to compile the context that its engine gets. */
export class JudgedContext {
  @JsonObject({ meaning: 'Fields, `last_n` and `max_tokens` of the recipe.' }) recipe: object;
  @Int({ min: 0, meaning: 'Tokens of the question, which share the room with the context.' }) question_tokens: number;
  @Int({ meaning: 'Rendering format.' }) format: number;
}

/**
 * What documents keeps of a judgment: a copy of one row of judgments, applied by revision, without the question. A row of
 * kind `override` holds a namespace's own thresholds or freshness of an inherited judgment.
 */
export class JudgmentSnapshot {
  @Text({ meaning: 'Judgment id, `jdg_..`; in an override that of the inherited judgment.' }) judgment_id: string;
  @Text() organization: string;
  @Text({ meaning: 'A namespace, or a template prefix ending in `/*`.' }) scope: string;
  @Text() name: string;
  @OneOf(['judgment', 'override']) kind: 'judgment' | 'override';
  @Int({ meaning: 'Grows with every change in the organization; copies apply only a greater revision.' })
  revision: number;
  @Int({ min: 1, meaning: 'The version number that is stored with the answers.' }) active_version: number;
  @Nested(() => Copied, {
    optional: true,
    nullable: true,
    meaning: 'Present only in a copy that was detached from a template.',
  })
  copied?: Copied | null;
  @Values(
    { type: 'string' },
    { optional: true, meaning: 'In an override: which of `thresholds` and `freshness` it sets.' },
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
      meaning:
        'Read paths of versions that were active before; a change there invalidates their answers. Required from v2 on.',
    },
  )
  earlier_paths?: string[];
  @Shape({ type: ['object', 'null'] }, { meaning: 'Thresholds in force; null in an override that does not set them.' })
  thresholds: object | null;
  @Shape({ type: ['array', 'null'] }, { meaning: 'Level values of a score, ascending.' }) levels: number[] | null;
  @Shape(
    { type: ['array', 'null'] },
    { meaning: 'Option values of a choice, in order of definition; null for one among related documents.' },
  )
  options: string[] | null;
  @Bool({ optional: true, meaning: 'True for a choice among related documents, whose options are any ids.' })
  any_option?: boolean;
  @Values({ type: 'string' }, { optional: true, meaning: 'Names of the features of the active version, in order.' })
  features?: string[];
  @Values({ type: 'string' }, { optional: true, meaning: 'Names of the parts of a composite judgment, in order.' })
  parts?: string[];
  @Nested(() => JudgedContext, {
    optional: true,
    meaning:
      'Present when an answer depends on this context of its document and on nothing else: no window, which time moves, no previous answer, features, parts or related documents.',
  })
  context?: JudgedContext;
  @ListOf(() => RelationEdge, {
    optional: true,
    meaning: 'Relations of the active version to other documents; left out without any.',
  })
  edges?: RelationEdge[];
  @Values(
    { type: 'string' },
    { optional: true, meaning: 'Names of the judgments whose answers the active version reads; left out without any.' },
  )
  reads?: string[];
  @JsonObject({
    optional: true,
    meaning: "Fan-out settings that the judgment sets itself; a member left out is the namespace's.",
  })
  fanout?: OwnFanout;
  @JsonObject() engine: object;
  @Shape(
    { type: ['array', 'null'] },
    { optional: true, meaning: 'Outcome rules that documents tests on each write, in order. Required from v2 on.' },
  )
  outcome_rules?: object[] | null;
  @Int({ optional: true, min: 0, meaning: "The active version's horizon. Required from v2 on." }) horizon_ms?: number;
  @Bool() archived: boolean;
}

/** A fit of one version and epoch, as documents copies it. */
export class FitMade {
  @Text() organization: string;
  @Text() judgment_id: string;
  @Text({
    optional: true,
    meaning:
      'The namespace of a copy that was detached from a template: the fit reads its answers only. Otherwise left out.',
  })
  scope?: string;
  @Text() fit: string;
  @Int({ min: 1 }) version: number;
  @Text() engine_version: string;
  @OneOf(['raw', 'calibrated', 'features']) read_with: 'raw' | 'calibrated' | 'features';
  @JsonObject({ meaning: 'The type, the meaning of its numbers, and the map: the input of `readStored`.' })
  parameters: object;
  @Int() revision: number;
}
