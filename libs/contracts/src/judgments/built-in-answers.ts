import { judgmentTypes } from '@app/definition';
import type { JudgmentType } from '@app/definition';
import { EngineRef } from '../engine-ref';
import { engineSources } from '../engines/views';
import type { EngineSource } from '../engines/views';
import { Bool, Int, ListOf, Nested, OneOf, Text } from '../field';
import { JobView } from '../jobs';
import { request } from '../message';

/** Asks for nothing: the key or session says which organization and scope. */
export class ListBuiltInAnswers {}

/** A judgment that a model answers for now and that still holds answers of the built-in engine, where it is defined. */
export class BuiltInAnswers {
  @Text({ meaning: 'The namespace, or the template prefix, that it is defined on.' }) namespace: string;
  @Text() name: string;
  @OneOf(judgmentTypes) type: JudgmentType;
  @Nested(() => EngineRef, { meaning: 'The engine of the active version.' }) engine: EngineRef;
  @OneOf(engineSources, { nullable: true, meaning: 'What stands behind the name of its engine now.' })
  engine_source: EngineSource | null;
  @Int({
    nullable: true,
    min: 0,
    meaning:
      'Current answers of documents to which it applies that the built-in engine gave. Null: there was no time to count them.',
  })
  answers: number | null;
  @Bool({
    meaning: 'True where it has more than 50,000 answers: 20,000 of them were looked at, and there may be more.',
  })
  at_least: boolean;
  @Nested(() => JobView, {
    nullable: true,
    meaning: 'The backfill of `only: other_epoch` of it that is under way there; null without one.',
  })
  job: JobView | null;
}
export class BuiltInAnswersList {
  @ListOf(() => BuiltInAnswers, { max: 100, meaning: 'By place and name.' }) judgments: BuiltInAnswers[];
  @Bool({ meaning: 'True when there are more than a reply names, or more than 500 judgments to look at.' })
  more: boolean;
}
export const listBuiltInAnswers = request({
  from: ['gateway'],
  to: 'judgments',
  subject: 'judgments.built-in.list.v1',
  why: 'Lists the judgments that still hold answers of the built-in engine after a model took its place.',
  query: ListBuiltInAnswers,
  reply: BuiltInAnswersList,
  maxConcurrent: 16,
});
