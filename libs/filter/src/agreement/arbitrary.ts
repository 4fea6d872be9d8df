import { causes, staleReasons } from '@app/definition';
import type { AnswerRow } from '@app/definition';
import fc from 'fast-check';

/** Random documents, answers and filters over small pools of values, so that filters match often. */
export const texts = ['', 'a', 'ab', 'A', 'b', 'é', '𐀀', '\uffff', '%', 'a.b', '2026-01-01T00:00:00Z', 'null'];
export const numbers = [-1e21, -1.5, -0, 0, 0.1, 0.3, 0.5, 1, 2, 5, 10, 5e-324, 1e300];
const hourMs = 3_600_000;
export const startMs = Math.floor(Date.now() / hourMs) * hourMs - hourMs / 2;

const ago = fc.integer({ min: -48, max: 48 }).map((hours) => new Date(startMs - hours * hourMs).toISOString());
const scalar = fc.oneof(fc.constantFrom(...texts), fc.constantFrom(...numbers), fc.boolean(), ago);
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.constant(null),
  fc.array(fc.constantFrom(...texts), { maxLength: 3 }),
);
const numberArray = fc.array(fc.constantFrom(...numbers), { maxLength: 3 });

const keys = ['x', 'y', 'a.b'];
const leaf = fc.dictionary(fc.constantFrom(...keys), fc.oneof(value, numberArray), { maxKeys: 3 });
const nested = fc.oneof(
  value,
  leaf,
  fc.array(fc.oneof(leaf, scalar, fc.array(leaf, { maxLength: 2 })), { maxLength: 3 }),
);
const attributeNames = ['kind', 'n', 's', 'tags', 'flag', 'mixed'] as const;

export const document = fc.record({
  created_at: ago,
  updated_at: ago,
  attributes: fc.record(
    {
      kind: fc.constantFrom('x', 'y', null),
      n: fc.constantFrom(...numbers),
      s: fc.constantFrom(...texts),
      tags: fc.oneof(fc.array(fc.constantFrom(...texts), { maxLength: 3 }), numberArray),
      flag: fc.boolean(),
      mixed: fc.oneof(value, numberArray),
    },
    { requiredKeys: [] },
  ),
  state: fc.record({ x: nested, y: nested, 'a.b': nested }, { requiredKeys: [] }),
});

const probability = fc.oneof(
  fc.constantFrom(0, 0.3, 0.5, 0.3 - 1e-10, 0.3 - 1e-8, 1),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 4 });

export interface StoredAnswer extends AnswerRow {
  number: number | null;
  value: string | null;
  escape_p: number | null;
  dist: Record<string, number> | null;
  features: Record<string, number | null> | null;
  parts: Record<string, { p: number }> | null;
  epoch: string | null;
  judged_at: string | null;
}

const featureValue = fc.constantFrom(...numbers, 0.3 - 1e-10, 0.3 - 1e-8, 1e15, 1e15 - 0.125, -1e15);
const features = fc.dictionary(fc.constantFrom('f', 'g'), maybe(featureValue), { maxKeys: 2 });
const parts = fc.dictionary(
  fc.constantFrom('one', 'two'),
  probability.map((p) => ({ p })),
  { maxKeys: 2 },
);

const counts = fc
  .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }))
  .map(([seen, more]) => ({ seenVersion: seen, wantedVersion: seen + more }));
const standing = fc.record({
  cause: maybe(fc.constantFrom(...causes)),
  failure: fc.option(fc.constantFrom('engine_refused', 'engine_unavailable'), { nil: null, freq: 1 }),
});

/** An answer row, often without an answer. */
export function answerOf(type: 'bool' | 'choice' | 'score', options: readonly string[]): fc.Arbitrary<StoredAnswer> {
  const shares = fc.dictionary(fc.constantFrom(...options, 'gone'), probability, { maxKeys: 3 });
  const body = fc.record({
    record: fc.constant(1),
    version: fc.constantFrom(1, 2),
    number:
      type === 'choice'
        ? fc.constant(null)
        : maybe(type === 'bool' ? probability : fc.double({ min: 1, max: 5, noNaN: true })),
    value: type === 'bool' ? fc.constant(null) : maybe(fc.constantFrom(...options)),
    escape_p: type === 'choice' ? maybe(probability) : fc.constant(null),
    dist: type === 'bool' ? fc.constant(null) : maybe(shares),
    features: maybe(features),
    parts: type === 'bool' ? maybe(parts) : fc.constant(null),
    epoch: maybe(fc.constantFrom('current+2026-01-01.1', 'current+2026-02-01.1')),
    judged_at: maybe(ago),
  });
  const none = {
    record: 0,
    version: null,
    number: null,
    value: null,
    escape_p: null,
    dist: null,
    features: null,
    parts: null,
    epoch: null,
    judged_at: null,
  };
  return fc
    .tuple(fc.oneof({ weight: 4, arbitrary: body }, fc.constant(none)), counts, standing)
    .map(([answer, count, rest]) => ({ ...answer, ...count, ...rest }));
}

export const statePaths = [
  'state.x',
  'state.y',
  'state.x.y',
  'state.x.x',
  'state.y.x.y',
  'state."a.b"',
  'state."a.b"."a.b"',
  'state.x."a.b"',
];
const answerFields: Record<string, string[]> = {
  late: [
    'p',
    'thresholds.high',
    'thresholds.low',
    'thresholds.feature',
    'thresholds.large',
    'features.f',
    'features.g',
    'parts.one',
    'parts.gone',
    'calibrated.p',
  ],
  team: [
    'value',
    'escape_p',
    'dist.a',
    'dist.b.c',
    'thresholds.a',
    'thresholds.none',
    'features.f',
    'calibrated.value',
    'calibrated.escape_p',
  ],
  mood: [
    'value',
    'score',
    'normalized',
    'dist.1',
    'thresholds.score',
    'thresholds.normal',
    'thresholds.gone',
    'calibrated.value',
    'calibrated.score',
  ],
  gone: ['p'],
};
const fieldsOfAll = ['status', 'stale_reason', 'judged_at', 'version', 'engine_version'];
export const answerPaths = Object.entries(answerFields).flatMap(([judgment, fields]) =>
  [...fields, ...fieldsOfAll].map((field) => `answers.${judgment}.${field}`),
);
const instants = [
  'created_at',
  'updated_at',
  'answers.late.judged_at',
  'answers.team.judged_at',
  'answers.mood.judged_at',
  'answers.gone.judged_at',
];
const attributePaths = attributeNames.map((name) => `attributes.${name}`);
export const allPaths = ['id', 'created_at', 'updated_at', ...attributePaths, ...statePaths, ...answerPaths];

const words = fc.constantFrom(
  ...['fresh', 'stale', 'pending', 'unavailable', 'document_changed', 'related_changed', 'version_changed'],
  ...['engine_unavailable', 'interval_elapsed', 'a', 'b.c', '1', 'd10', 'd11', 'current+2026-01-01.1'],
);
const operand = fc.oneof(scalar, words, fc.array(fc.constantFrom(...texts), { maxLength: 2 }), numberArray);
const bound = fc.oneof(fc.constantFrom(...texts), fc.constantFrom(...numbers), words, ago);
const within = fc.integer({ min: 0, max: 60 }).map((hours) => `${hours}h`);

/** Operands that often equal a path's values, so that filters match some documents and not others. */
function fittingOn(path: string): fc.Arbitrary<string | number | boolean> {
  const [, , field = ''] = path.split('.');
  if (instants.includes(path)) return ago;
  if (field === 'status') return fc.constantFrom('fresh', 'stale', 'pending', 'unavailable');
  if (field === 'stale_reason') return fc.constantFrom(...staleReasons);
  if (field === 'engine_version') return fc.constantFrom('current+2026-01-01.1', 'current+2026-02-01.1');
  if (field === 'thresholds') return fc.boolean();
  if (field === 'version') return fc.constantFrom(1, 2, 3);
  if (path === 'answers.team.value' || path === 'answers.team.calibrated.value') return fc.constantFrom('a', 'b.c');
  if (path === 'answers.mood.value' || path === 'answers.mood.calibrated.value' || field === 'score')
    return fc.constantFrom(1, 2.5, 3, 5);
  if (path.startsWith('answers')) return fc.oneof(probability, fc.constantFrom(...numbers));
  return path === 'id' ? fc.nat(299).map((index) => `d${index}`) : scalar;
}

function conditionOn(path: string): fc.Arbitrary<unknown> {
  const isInstant = instants.includes(path);
  const fitting = fittingOn(path);
  const one = isInstant ? ago : fc.oneof({ weight: 3, arbitrary: fitting }, operand);
  const order = fitting.map((given) => (typeof given === 'boolean' ? 'a' : given));
  const limit = isInstant ? ago : fc.oneof({ weight: 3, arbitrary: order }, bound);
  const tests: Record<string, fc.Arbitrary<unknown>> = {
    eq: one,
    ne: one,
    in: fc.array(one, { maxLength: 4 }),
    nin: fc.array(one, { maxLength: 4 }),
    gt: limit,
    gte: limit,
    lt: limit,
    lte: limit,
    exists: fc.boolean(),
    ...(isInstant ? {} : { prefix: fc.constantFrom(...texts, 'd1', 'current'), contains: fc.oneof(scalar, words) }),
    ...(isInstant || /^(attributes|state)/.test(path) ? { within } : {}),
  };
  const single = fc
    .constantFrom(...Object.keys(tests))
    .chain((op) => (tests[op] ?? one).map((test) => ({ [op]: test })));
  const two = fc.tuple(single, single).map(([first, second]) => ({ ...first, ...second }));
  return fc.oneof({ weight: 3, arbitrary: single }, two, isInstant ? ago : fc.oneof(fitting, scalar));
}

const minePaths = ['id', 'created_at', 'updated_at', ...attributePaths, ...statePaths];
const mineCondition = fc
  .tuple(fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'mine'), fc.constantFrom(...minePaths))
  .map(([op, path]) => (op === 'mine' ? { mine: path } : { [op]: { mine: path } }));

/** Filters that the parser of relations accepts. */
export function mineFilterOn(paths: readonly string[]): fc.Arbitrary<unknown> {
  return filtersOf((path) => fc.oneof({ weight: 2, arbitrary: mineCondition }, conditionOn(path)), paths);
}

/** Filters that the parser accepts. */
export function filterOn(paths: readonly string[]): fc.Arbitrary<unknown> {
  return filtersOf(conditionOn, paths);
}

function filtersOf(
  condition: (path: string) => fc.Arbitrary<unknown>,
  paths: readonly string[],
): fc.Arbitrary<unknown> {
  const where = fc.constantFrom(...paths).chain((path) => condition(path).map((test) => ({ [path]: test })));
  return fc.letrec<{ filter: unknown; list: unknown[] }>((tie) => ({
    list: fc.array(tie('filter'), { maxLength: 3 }),
    filter: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      where,
      tie('filter').map((not) => ({ not })),
      tie('list').map((all) => ({ all })),
      tie('list').map((any) => ({ any })),
      fc.tuple(where, where).map(([one, other]) => ({ ...one, ...other })),
    ),
  })).filter;
}
