import { engineNames } from '@app/definition';
import type { EngineName } from '@app/definition';
import { Bool, Int, ListOf, OneOf, Shape, Text, Values } from '../field';
import { request } from '../message';

/** Judgments of one request, and epochs that it asks about. */
export const maxCounted = { judgments: 100, epochs: 500 };

export class EpochOfEngine {
  @OneOf(engineNames) engine: EngineName;
  @Text({ meaning: 'Epoch, `current+<date>.<n>`; epochs of two engines may have one name.' }) engine_version: string;
}
/** A judgment whose current answers are counted where it is in force and applies. */
export class JudgmentToCount {
  @Text() judgment_id: string;
  @Text({ meaning: 'The namespace, or the template prefix, that it is defined on.' }) namespace: string;
  @Values(
    { type: 'string' },
    { max: 1000, meaning: 'Namespaces and template prefixes where a narrower judgment of its name is in force.' },
  )
  without: string[];
  @Shape({ type: ['object', 'null'] }, { meaning: 'Its `applies_to`; null: it applies to every document.' })
  applies_to: object | null;
}
/** Which current answers of judgments were given in some epochs. */
export class CountEpochs {
  @Text() organization: string;
  @ListOf(() => JudgmentToCount, { min: 1, max: maxCounted.judgments }) judgments: JudgmentToCount[];
  @ListOf(() => EpochOfEngine, { min: 1, max: maxCounted.epochs }) epochs: EpochOfEngine[];
}
export class EpochCount {
  @Text() judgment_id: string;
  @Int({ nullable: true, min: 0, meaning: 'Null: not counted in the time of the request.' }) answers: number | null;
  @Bool({ meaning: 'True where it has more answers than are read one by one: there may be more than these.' })
  at_least: boolean;
}
export class EpochsCounted {
  @ListOf(() => EpochCount, { max: maxCounted.judgments, meaning: 'One for each judgment, in their order.' })
  counts: EpochCount[];
}
export const countEpochs = request({
  subject: 'documents.epoch.count.v1',
  why: 'Counts the current answers that judgments were given in some epochs: those that the built-in engine left behind.',
  from: ['judgments'],
  to: 'documents',
  query: CountEpochs,
  reply: EpochsCounted,
  nonCalling: true,
  maxConcurrent: 4,
});
