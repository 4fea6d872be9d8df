import { EngineRef } from '../engine-ref';
import { engineSources } from '../engines/views';
import type { EngineSource } from '../engines/views';
import { Int, ListOf, Nested, Num, OneOf, Text } from '../field';
import { request } from '../message';
import { ListQuery } from '../shared';
import { JudgmentStats } from './views';
import { OfJudgment } from './judgment';

const gatewayToJudgments = { from: ['gateway'], to: 'judgments' } as const;

/** The figures of one judgment on one day. */
export class DayFigures {
  @Text({ format: 'date', meaning: 'A day, UTC.' }) day: string;
  @Int({ min: 0, meaning: 'Answers that were made.' }) evaluations: number;
  @Int({ min: 0, meaning: 'Asks that ended without an answer.' }) failures: number;
  @Int({ min: 0, meaning: 'Answers to a context that was cut to fit.' }) truncated: number;
  @Int({ min: 0, meaning: 'Tokens of the contexts.' }) tokens: number;
  @Num({ min: 0, meaning: 'Total in USD.' }) spend_usd: number;
  @Int({ min: 0, meaning: 'Median time from a change to its answer.' }) freshness_lag_p50_ms: number;
  @Int({ min: 0, meaning: '90th percentile of the time from a change to its answer.' }) freshness_lag_p90_ms: number;
}
export class DayFiguresQuery {
  @Int({ optional: true, min: 1, max: 92, meaning: 'How many days, today included: 1 to 92; 30 when left out.' })
  days?: number;
}
export class ReadFigures extends OfJudgment {
  @Int({ optional: true, min: 1, max: 92 }) days?: number;
}
export class JudgmentFigures {
  @ListOf(() => DayFigures, { max: 92, meaning: 'One a day without gaps, oldest first; the last is today.' })
  days: DayFigures[];
}
export const readFigures = request({
  ...gatewayToJudgments,
  subject: 'judgments.figures.read.v1',
  why: "Reads a judgment's figures by day.",
  query: ReadFigures,
  reply: JudgmentFigures,
});

export class ListPlacedJudgments extends ListQuery {
  @Text({
    optional: true,
    min: 1,
    max: 256,
    meaning: "`*`, a namespace, or a prefix such as `acme/prod/*`; the key's scope when left out.",
  })
  namespace_prefix?: string;
}
/** A judgment where it is defined. */
export class PlacedJudgment {
  @Text({ meaning: 'The namespace, or the template prefix, that it is defined on.' }) namespace: string;
  @Text() name: string;
  @OneOf(['bool', 'choice', 'score']) type: 'bool' | 'choice' | 'score';
  @Text({ meaning: 'The question of the active version.' }) question: string;
  @Int({ min: 1 }) active_version: number;
  @Nested(() => EngineRef, { optional: true, meaning: 'The engine of the active version.' }) engine?: EngineRef;
  @OneOf(engineSources, {
    optional: true,
    nullable: true,
    meaning: 'What stands behind the name of its engine now; null: the name is not active.',
  })
  engine_source?: EngineSource | null;
  @Nested(() => JudgmentStats, {
    meaning: "Today's figures; those of a template count every namespace that inherits it.",
  })
  stats: JudgmentStats;
  @Nested(() => JudgmentStats, {
    optional: true,
    meaning: 'The same of the day before, whole; left out by builds from before 28 November 2026.',
  })
  stats_yesterday?: JudgmentStats;
}
export class PlacedJudgmentList {
  @ListOf(() => PlacedJudgment, { max: 100 }) judgments: PlacedJudgment[];
  @Text({ nullable: true }) next_cursor: string | null;
}
export const listPlacedJudgments = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.placed.v1',
  why: "Lists judgments of all namespaces within the key's scope, each where it is defined.",
  query: ListPlacedJudgments,
  reply: PlacedJudgmentList,
});
