import { statusOf, thresholdsOf } from '@app/definition';
import type { AnswerNumbers, Thresholds } from '@app/definition';
import fc from 'fast-check';
import { matches } from '../match/match';
import type { Subject } from '../match/match';
import { parseFilter } from '../filter/parse';
import { fitExpression } from '../fit/fit-sql';
import { calibratedValue } from '../fit/version-fit';
import type { VersionFit } from '../fit/version-fit';
import type { SqlJudgment } from '../sql/scope';
import { filterSql } from '../sql/to-sql';
import type { AnswerField } from '../path/filter-path';
import { answerOf, document } from './arbitrary';
import type { StoredAnswer } from './arbitrary';

const [january, february] = ['current+2026-01-01.1', 'current+2026-02-01.1'];
const floor = 0.005;

/** A fit of each version in one epoch; answers of other epochs read null. */
const fits: Record<'late' | 'team' | 'mood', VersionFit[]> = {
  late: [
    { version: 2, engineVersion: january, stored: { type: 'bool', map: { kind: 'platt', a: 0.6, b: -0.4, floor } } },
    {
      version: 1,
      engineVersion: february,
      stored: { type: 'bool', map: { kind: 'isotonic', x: [0.1, 0.3, 0.5, 0.9], y: [0.05, 0.3, 0.3, 0.8] } },
    },
    { version: 1, engineVersion: january, stored: { type: 'bool', map: { kind: 'platt', a: -0.5, b: 0.2, floor } } },
    {
      version: 2,
      engineVersion: february,
      stored: { type: 'bool', map: { kind: 'beta', a: 1, b: 0.6, d: 0.1, floor } },
    },
  ],
  team: [
    {
      version: 2,
      engineVersion: january,
      stored: { type: 'choice', options: ['a', 'b.c'], map: { kind: 'temperature', beta: 0.6, floor } },
    },
    {
      version: 1,
      engineVersion: february,
      stored: {
        type: 'choice',
        options: ['a', 'b.c'],
        map: { kind: 'vector', slopes: [0.7, 1.2, 0.9], biases: [0.4, -0.2, 0.1], floor },
      },
    },
    { version: 1, engineVersion: january, stored: { type: 'choice', options: ['b.c', 'a'], map: { kind: 'raw' } } },
  ],
  mood: [
    {
      version: 2,
      engineVersion: january,
      stored: { type: 'score', levels: [1, 2.5, 5], map: { kind: 'ordinal', a: 0.8, b: [0.1, 0.9], floor } },
    },
    { version: 1, engineVersion: february, stored: { type: 'score', levels: [1, 2.5, 5], map: { kind: 'raw' } } },
  ],
};
/** A judgment with the fits for SQL and for the matcher in memory. */
interface WorldJudgment extends SqlJudgment {
  fits: VersionFit[];
}
const fitted = (own: VersionFit[]) => ({ fits: own, fit: fitExpression(own) });
const calm = { activeVersion: 2, paused: false, circuitOpen: false, deferred: false };
const bool: Thresholds = {
  high: 0.5,
  low: 0.3,
  feature: { feature: 'f', lte: 0.3 },
  large: { feature: 'g', gte: 1e15 },
};
const choice: Thresholds = { a: { option: 'a', gte: 0.3 }, none: { field: 'escape_p', lte: 0.5 } };
const score: Thresholds = { score: { field: 'score', gte: 3 }, normal: { field: 'normalized', lte: 0.5 } };
const within = parseFilter({ 'attributes.kind': 'x' }, { pointer: '', allow: { answers: false, within: true } });
/** Some documents have open gathers, some open spreads, some of these inside the scope of the judgment. */
const open: SqlJudgment['open'] = (scope) => ({
  gather: 'd.version % 5 = 0',
  spread: `(d.version % 7 = 0 and ${filterSql(within, scope, false)})`,
});
const appliesTo = parseFilter({ 'attributes.kind': 'x' }, { pointer: '', allow: { answers: false, within: false } });

/** A bool, a choice, and a score that applies to some documents only. `troubled` has the same judgments in trouble. */
export const judgments: Record<'late' | 'team' | 'mood', WorldJudgment> = {
  late: {
    ...calm,
    judgmentId: 'jdg_1',
    type: 'bool',
    thresholds: bool,
    levels: [],
    appliesTo: null,
    open,
    ...fitted(fits.late),
  },
  team: {
    ...calm,
    judgmentId: 'jdg_2',
    type: 'choice',
    thresholds: choice,
    levels: [],
    appliesTo: null,
    deferred: true,
    open,
    ...fitted(fits.team),
  },
  mood: {
    ...calm,
    judgmentId: 'jdg_3',
    type: 'score',
    thresholds: score,
    levels: [1, 2, 3, 4, 5],
    appliesTo,
    ...fitted(fits.mood),
  },
};
/** The fit of the troubled bool is not monotone, so that filters on it give no bound. */
const turning: VersionFit[] = [
  { version: 2, engineVersion: january, stored: { type: 'bool', map: { kind: 'beta', a: 1, b: -0.7, d: 0.1, floor } } },
];
/** The troubled choice has the options of each answer. */
const varying: VersionFit[] = [
  {
    version: 2,
    engineVersion: january,
    stored: { type: 'choice', options: null, map: { kind: 'temperature', beta: 0.7, floor } },
  },
  { version: 1, engineVersion: february, stored: { type: 'choice', options: null, map: { kind: 'raw' } } },
];
export const troubled = {
  late: { ...judgments.late, paused: true, ...fitted(turning) },
  team: { ...judgments.team, circuitOpen: true, ...fitted(varying) },
  mood: { ...judgments.mood, paused: true, circuitOpen: true },
};
export type World = typeof judgments;

const options = { late: [], team: ['a', 'b.c'], mood: ['1', '2.5', '5'] };
export const names = ['late', 'team', 'mood'] as const;

export interface Row {
  id: string;
  version: number;
  created_at: string;
  updated_at: string;
  attributes: Record<string, unknown>;
  state: Record<string, unknown>;
  answers: Partial<Record<string, StoredAnswer>>;
}

const answers = fc.record(
  {
    late: answerOf('bool', options.late),
    team: answerOf('choice', options.team),
    mood: answerOf('score', options.mood),
  },
  { requiredKeys: [] },
);

export function rows(count: number, seed: number): Row[] {
  return fc
    .sample(fc.tuple(document, answers), { numRuns: count, seed })
    .map(([made, given], index) => ({ ...made, id: `d${index}`, version: index + 1, answers: given }));
}

/** What is open for the answer of a judgment about a document. */
export function openOf(judgment: SqlJudgment, row: Row): { openGather: boolean; openSpread: boolean } {
  if (judgment.open === undefined) return { openGather: false, openSpread: false };
  const inScope = matches(within, { ...row, answer: () => null }, 0);
  return { openGather: row.version % 5 === 0, openSpread: row.version % 7 === 0 && inScope };
}

/** The numbers of an answer of each type. */
function numbersOf(
  type: SqlJudgment['type'],
  answer: StoredAnswer | undefined,
  levels: readonly number[],
): AnswerNumbers {
  const { escape_p, dist, features } = answer ?? { escape_p: null, dist: null, features: null };
  const number = answer?.number ?? null;
  if (type === 'bool') return { p: number, features };
  if (type === 'choice') return { escape_p, dist, features };
  const [min = 0, max = 1] = [levels[0], levels.at(-1)];
  return { score: number, normalized: number === null ? null : (number - min) / (max - min), dist, features };
}

function fieldOf(judgment: WorldJudgment, row: Row, answer: StoredAnswer | undefined, field: AnswerField): unknown {
  const numbers = numbersOf(judgment.type, answer, judgment.levels);
  const status = () => statusOf({ ...judgment, ...openOf(judgment, row), answer: answer ?? null });
  switch (field.kind) {
    case 'p':
    case 'score':
    case 'normalized':
    case 'escape_p':
      return numbers[field.kind];
    case 'value':
      return judgment.type === 'score' && answer?.value ? Number(answer.value) : answer?.value;
    case 'status':
      return status().status;
    case 'stale_reason':
      return status().stale_reason;
    case 'judged_at':
    case 'version':
      return answer?.[field.kind];
    case 'engine_version':
      return answer?.epoch;
    case 'thresholds':
      return thresholdsOf(numbers, judgment.thresholds).thresholds[field.name];
    case 'dist':
    case 'features':
      return judgment.type === 'bool' || field.kind === 'dist' ? numbers[field.kind]?.[field.name] : null;
    case 'parts':
      return answer?.parts?.[field.name]?.p;
    case 'calibrated':
      return (
        answer &&
        calibratedValue(
          judgment.fits,
          {
            number: answer.number,
            escapeP: answer.escape_p,
            dist: answer.dist,
            version: answer.version,
            engineVersion: answer.epoch,
          },
          field.name,
        )
      );
  }
}

/** A row as the matcher sees it. */
export function subjectOf(row: Row, world: World): Subject {
  const bare: Subject = { ...row, answer: () => null };
  return {
    ...bare,
    answer(name, field) {
      const judgment = names.includes(name as 'late') ? world[name as keyof World] : undefined;
      if (judgment === undefined) return null;
      if (judgment.appliesTo !== null && !matches(judgment.appliesTo, bare, 0)) return null;
      return fieldOf(judgment, row, row.answers[name], field);
    },
  };
}
