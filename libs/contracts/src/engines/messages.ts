import { engineNames, judgmentTypes, unavailableReasons } from '@app/definition';
import type { JudgmentType, UnavailableReason } from '@app/definition';
import { EngineRef } from '../engine-ref';
import { Bool, Int, ListOf, Nested, Num, OneOf, Shape, Stamp, Text, Values } from '../field';
import type { JsonSchema } from '../json-schema';
import { fact, request, RequestMessage } from '../message';
import { EngineLimits, EngineList, EpochSource, engineSources, epochsPublished, probabilitySources } from './views';
import type { EngineSource, ProbabilitySource } from './views';

export const lanes = ['on_read', 'on_change', 'backfill', 'fanout', 'scoring'] as const;
export type Lane = (typeof lanes)[number];

export class EngineOption {
  @Text() value: string;
  @Text({ optional: true }) description?: string;
}
export class EngineLevel {
  @Num() value: number;
  @Text() description: string;
}
/** A question to an engine. The broker makes the engine's own wire format of it. */
export class EngineQuestion {
  @OneOf(judgmentTypes) type: JudgmentType;
  @Text() question: string;
  @Shape({ type: ['string', 'object', 'null'] }, { optional: true }) criteria?:
    string | { true?: string; false?: string } | null;
  @ListOf(() => EngineOption, { optional: true }) options?: EngineOption[];
  @Text({ optional: true }) escape?: string;
  @ListOf(() => EngineLevel, { optional: true }) levels?: EngineLevel[];
  /** An older judgments service does not say. */
  @Int({
    optional: true,
    min: 0,
    meaning:
      'Questions of one number are parts of one judgment: they are answered in one attempt, or asked again together.',
  })
  together?: number;
}
export class Ask {
  @Text({ meaning: 'Ask id, `ask_..`, for traces and billing; a retry repeats it.' }) ask_id: string;
  @Text() organization: string;
  @Text() namespace: string;
  @OneOf(lanes) lane: Lane;
  @Text({ meaning: 'The compiled context.' }) context: string;
  @Text({ meaning: 'Hash of document and version; it decides the order in which the engine sees the options.' })
  seed: string;
  @ListOf(() => EngineQuestion, { min: 1, max: 32 }) questions: EngineQuestion[];
  @Values({ type: 'string' }, { meaning: 'Image ids.' }) images: string[];
}
/** One question's answer, or its failure. Every number comes from the engine. */
export class EngineAnswer {
  @OneOf(unavailableReasons, { nullable: true }) failure: UnavailableReason | null;
  @Shape({ type: ['number', 'null'] }) p: number | null;
  @Shape({ type: ['string', 'number', 'null'] }) value: string | number | null;
  @Shape({ type: ['object', 'null'] }) dist: Record<string, number> | null;
  @Shape({ type: ['number', 'null'] }) escape_p: number | null;
  @Shape({ type: ['number', 'null'] }) score: number | null;
  @Shape({ type: ['number', 'null'] }) normalized: number | null;
  @Shape({ type: ['array', 'null'] }, { meaning: 'Options in the order that the engine saw.' }) order: string[] | null;
}
export class EngineReply {
  @Text({ meaning: 'Epoch, `current+<date>.<n>`.' }) engine_version: string;
  @ListOf(() => EngineAnswer) answers: EngineAnswer[];
  @Int({ nullable: true }) engine_tokens: number | null;
  /** An older broker, and an extension, does not say: as null. */
  @OneOf(probabilitySources, {
    optional: true,
    nullable: true,
    meaning: 'Of a chat model: where its probabilities come from. Null: a decision model gave them.',
  })
  probability_source?: ProbabilitySource | null;
}

function askOf(engine: string): RequestMessage<Ask, EngineReply> {
  return request({
    subject: `engine-broker.ask.${engine}.v1`,
    why: `Asks ${engine} up to 32 questions about one context.`,
    from: ['judgments'],
    to: 'engine-broker',
    query: Ask,
    reply: EngineReply,
    maxConcurrent: 512,
  });
}
function extensionOf(engine: string): RequestMessage<Ask, EngineReply> {
  return request({
    subject: `extensions.engines.${engine}.judge.v1`,
    why: `Asks an engine of your own, under the name ${engine}, up to 32 questions about one context.`,
    from: ['engine-broker'],
    to: 'extension',
    query: Ask,
    reply: EngineReply,
  });
}
/** Each engine has its own subject, so that a slow engine exhausts only its own request limit. */
export const askEngine = Object.fromEntries(engineNames.map((name) => [name, askOf(name)])) as Record<
  string,
  RequestMessage<Ask, EngineReply>
>;
export const askExtension = Object.fromEntries(engineNames.map((name) => [name, extensionOf(name)])) as Record<
  string,
  RequestMessage<Ask, EngineReply>
>;

export class Nothing {}
export const listEngines = request({
  subject: 'engine-broker.engine.list.v1',
  why: 'Lists the engines; calibration reads the steps of their probabilities.',
  from: ['gateway', 'calibration', 'operator'],
  to: 'engine-broker',
  query: Nothing,
  reply: EngineList,
});

/** Criteria as a drafting model gets them: a text, or one for each side of a yes/no question. */
export const criteriaToDraft: JsonSchema = {
  anyOf: [
    { type: ['string', 'null'], maxLength: 8000 },
    {
      type: 'object',
      additionalProperties: false,
      properties: { true: { type: 'string', maxLength: 8000 }, false: { type: 'string', maxLength: 8000 } },
    },
  ],
};

/** Drafts of one call. */
export const maxDrafts = 4;
/**
 * What a drafting model gets, and nothing else: no document, context, example, outcome, name, path or `applies_to`. The
 * broker refuses a request with any other member.
 */
export class WriteDrafts {
  @OneOf(judgmentTypes) type: JudgmentType;
  @Text({ min: 1, max: 8000 }) question: string;
  @Shape(criteriaToDraft)
  criteria: string | { true?: string; false?: string } | null;
  @ListOf(() => EngineOption, { optional: true, max: 254 }) options?: EngineOption[];
  @ListOf(() => EngineLevel, { optional: true, max: 10 }) levels?: EngineLevel[];
  @Int({ min: 1, max: maxDrafts }) count: number;
}
export class Draft {
  @Text({ min: 1, max: 8000 }) question: string;
  @Shape({ type: ['string', 'object', 'null'] }, { named: 'Criteria' }) criteria:
    string | { true?: string; false?: string } | null;
}
export class DraftList {
  @ListOf(() => Draft, { max: maxDrafts }) drafts: Draft[];
}
export class DraftsWritten {
  @ListOf(() => Draft, { min: 1, max: maxDrafts, meaning: 'At least one, none twice.' }) drafts: Draft[];
}
export const writeDrafts = request({
  subject: 'engine-broker.draft.write.v1',
  why: 'Has a language model draft wordings of a question. Nothing is kept; a repeated request is another call.',
  from: ['calibration'],
  to: 'engine-broker',
  query: WriteDrafts,
  reply: DraftsWritten,
  maxConcurrent: 32,
});

/** What documents and judgments keep of an engine version. */
export class EngineChanged {
  @Nested(() => EngineRef) engine: EngineRef;
  @Bool() active: boolean;
  @Text({ nullable: true }) engine_version: string | null;
  @Bool({ meaning: 'True while the circuit is open; answers that wait for the engine then show engine_unavailable.' })
  circuit_open: boolean;
  @Num() weight: number;
  @OneOf(engineSources, { nullable: true }) source: EngineSource | null;
  @Nested(() => EngineLimits) limits: EngineLimits;
  @Num({ nullable: true }) probability_step: number | null;
  @Int() revision: number;
  @Stamp() changed_at: string;
  @ListOf(() => EpochSource, {
    optional: true,
    max: epochsPublished,
    meaning: 'The last epochs whose source is known, the newest first. A broker of an earlier build names none.',
  })
  epochs?: EpochSource[];
}
export const engineChanged = fact({
  subject: 'engine-broker.engine.changed.v1',
  why: 'An engine version, its epoch or its circuit changed.',
  from: 'engine-broker',
  payload: EngineChanged,
  consumers: ['calibration', 'documents', 'judgments'],
});
