import fc from 'fast-check';
import { Kind, WorldRelation, numbers } from './numbers';

export const ids = ['d0', 'd1', 'd2', 'd3', 'd4'];

/** Attributes by which documents point at each other, and a number that filters and orders read. */
export interface Pointing {
  at: string;
  list: string[];
  n: number;
}

/** Changes of documents, and reads. */
const documentSteps = ['upsert', 'tier', 'text', 'number', 'point', 'delete', 'read', 'all'] as const;
/**
 * Changes of judgments: the documents that fan-outs concern, when answers are judged, a template below that takes the place
 * of the reader or of the judgment that it reads and goes again, a copy of the namespace's own, to which documents the
 * judgment applies that the reader reads, and other versions of the reader, of which the last one may come back.
 */
const judgmentSteps = [
  'scope',
  'policy',
  'narrow',
  'narrow-base',
  'widen',
  'detach',
  'applies',
  'version',
  'back',
] as const;

/** One change of a world. It uses the members that its kind needs. */
export interface Step {
  do: (typeof documentSteps)[number] | (typeof judgmentSteps)[number];
  id: string;
  attributes: Pointing;
  word: string;
  number: number;
  to: string;
  policy: Policy;
}

export type Policy = 'on_change' | 'on_read' | 'manual';

/** A filter on the number of a document. */
export interface NumberFilter {
  'attributes.n': { gte?: number; lte?: number };
}

/**
 * Five documents, a judgment that reads up to three relations among them and answers about these of another judgment, and
 * what happens to them.
 */
export interface World {
  related: Record<string, WorldRelation>;
  /** Numbers of the documents of each relation. */
  numbers: Kind[];
  applies_to?: NumberFilter;
  /** Of the judgment that relations read. */
  base_applies_to?: NumberFilter;
  policy: Policy;
  /** The documents that fan-outs concern. */
  scope?: NumberFilter;
  /** Whether no version of the reader reads related documents: such a version is not compared because it comes back. */
  alone?: boolean;
  /** Whether everything that waits is queued before the next step; else steps follow each other at once. */
  steady: boolean;
  steps: Step[];
}

const id = fc.constantFrom(...ids);
const word = fc.constantFrom('red', 'green', 'blue');
const small = fc.integer({ min: 0, max: 3 });
const pointing = fc.record({ at: id, list: fc.uniqueArray(id, { maxLength: 2 }), n: small });

const join = fc.constantFrom(
  { theirs: 'id', mine: 'attributes.at' },
  { theirs: 'id', mine: 'attributes.list' },
  { theirs: 'attributes.at', mine: 'id' },
  { theirs: 'attributes.list', mine: 'id' },
  { theirs: 'attributes.at', mine: 'attributes.at' },
  { theirs: 'attributes.list', mine: 'attributes.at' },
  { theirs: 'id', mine: 'id' },
);
const relation = fc.record(
  {
    join,
    fields: fc.constantFrom(['state.tier'], ['attributes.n'], ['state.tier', 'attributes.at']),
    where: fc.constantFrom(
      { 'attributes.n': { gte: 2 } },
      { 'state.tier': { in: ['red', 'blue'] } },
      { 'answers.base.p': { gte: 0.5 } },
    ),
    answers: fc.constantFrom([{ judgment: 'base', bands: [0.3, 0.5, 0.7] }], [{ judgment: 'base', cut: 0.5 }]),
    order_by: fc.constant([{ path: 'attributes.n', direction: 'desc' }, { path: 'id' }]),
    last_n: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['join', 'fields'] },
);

const anyStep = fc.oneof(
  { arbitrary: fc.constantFrom(...documentSteps), weight: 3 },
  { arbitrary: fc.constantFrom(...judgmentSteps), weight: 1 },
);
const change = fc.constantFrom<Step['do']>('tier', 'text', 'number', 'all', 'read');
const policy = fc.constantFrom<Policy>('on_change', 'on_change', 'on_read', 'manual');

function stepOf(kind: fc.Arbitrary<Step['do']>): fc.Arbitrary<Step> {
  return fc.record({ do: kind, id, attributes: pointing, word, number: small, to: id, policy });
}

const atLeast = small.map((n): NumberFilter => ({ 'attributes.n': { gte: n } }));
const atMost = small.map((n): NumberFilter => ({ 'attributes.n': { lte: n } }));

const steps = (kind: fc.Arbitrary<Step['do']>) => fc.array(stepOf(kind), { minLength: 6, maxLength: 12 });
const firstPolicy = fc.constantFrom<Policy>('on_change', 'on_change', 'on_read');

const relatedWorlds: fc.Arbitrary<World> = fc.record(
  {
    related: fc.dictionary(fc.constantFrom('a', 'b', 'c'), relation, { minKeys: 1 }),
    numbers,
    applies_to: fc.constant({ 'attributes.n': { gte: 1 } }),
    base_applies_to: atMost,
    policy: firstPolicy,
    scope: atLeast,
    steady: fc.boolean(),
    steps: steps(anyStep),
  },
  { requiredKeys: ['related', 'numbers', 'policy', 'steady', 'steps'] },
);

/** Another version, changes of what the versions read, and mostly the version that was active before. */
const comeAndGo = fc.tuple(
  stepOf(fc.constant('version')),
  stepOf(change),
  stepOf(fc.oneof(change, anyStep)),
  stepOf(fc.constantFrom('back', 'back', 'version', 'detach')),
);

const lonelyWorlds: fc.Arbitrary<World> = fc.record({
  related: fc.constant({}),
  numbers: fc.constant([]),
  policy: firstPolicy,
  alone: fc.constant(true),
  steady: fc.boolean(),
  steps: fc.array(comeAndGo, { minLength: 2, maxLength: 3 }).map((rounds) => rounds.flat()),
});

export const worlds: fc.Arbitrary<World> = fc.oneof(
  { arbitrary: relatedWorlds, weight: 3 },
  { arbitrary: lonelyWorlds, weight: 1 },
);

/** Whether a document's number matches; without a filter every one does. */
export function matchesNumber(filter: NumberFilter | null | undefined, n: number): boolean {
  const { gte = -Infinity, lte = Infinity } = filter?.['attributes.n'] ?? {};
  return n >= gte && n <= lte;
}
