import type { Edge } from '@app/definition';
import type { JsonObject } from '@app/json';
import fc from 'fast-check';
import { StoredDocument } from '../document/document';
import { ReadForWrite } from '../document/document.store';
import { encodedState } from '../document/encoded-state';
import { isOfMembers, wholeDigest } from '../document/member-digests';
import { unreadState, withSentStates } from '../document/unread-state';
import { InForce, compileInForce } from '../namespace/snapshot/in-force';
import { KnownJudgment, knownJudgment } from '../namespace/snapshot/known-judgment';
import { aSnapshot } from '../testing/samples';
import { computeWrite } from './compute';
import { Computed } from './computed';
import { stateReadersOf } from './state-readers';

const nowMs = Date.parse('2026-03-04T09:30:00.000Z');
const at = '2026-03-04T09:00:00.000Z';
const revisions = {} as unknown as ReadForWrite['revisions'];

function inForceWith(judgments: readonly Partial<KnownJudgment>[]): InForce {
  const all = judgments.map((others, index) => {
    const known = knownJudgment(aSnapshot('org_1', 'a/b', `j${index}`));
    return { ...known, readPaths: ['id'], ...others };
  });
  const none = { fits: [], overrides: [], deferred: new Map(), readers: [], waiting: [], leftOut: {} };
  const rest = { ...none, subscriptions: new Map(), groups: new Map() };
  return compileInForce('a/b', { organization: 'org_1', revision: 1, judgments: all, ...rest }, noEngines);
}
const noEngines = { engines: [], epochs: new Map() };

/** How rows are stored: by this build, by the one before, which kept a digest of the whole state, and by one that kept none. */
type Form = 'members' | 'whole' | 'none';

function stored(id: string, state: JsonObject, form: Form): { document: StoredDocument; digest: string | null } {
  const document = { id, version: 7, attributes: { account: 'p' }, state, images: {}, bytes: 1 };
  const digest = { members: encodedState(state).digest, whole: wholeDigest(state), none: null }[form];
  return { document: { ...document, created_at: at, updated_at: at }, digest };
}

/** A write computed from what digests tell; what is stored is read as `readForWrite` does. */
function fromDigests(rows: ReturnType<typeof stored>[], inForce: InForce, write: Write): Computed {
  const { need, names } = stateReadersOf(inForce);
  const isRead = (digest: string | null) =>
    need === 'text' || digest === null || (need === 'members' && !isOfMembers(digest));
  const documents = new Map(
    rows.map(({ document, digest }) => [document.id, isRead(digest) ? document : { ...document, state: unreadState }]),
  );
  const digests = new Map(
    rows.flatMap(({ document, digest }) => (isRead(digest) ? [] : [[document.id, digest!] as const])),
  );
  return compute(withSentStates(documents, digests, write.upsert, names), inForce, write);
}

type Write = { upsert: { id: string; state: JsonObject }[]; delete: { id: string }[] };

function compute(documents: ReadonlyMap<string, StoredDocument>, inForce: InForce, write: Write): Computed {
  const before = { namespaceId: '1', deleting: false, revisions, documents, digests: new Map() };
  return computeWrite({ before, inForce, nowMs }, write, null);
}

const memberNames = ['text', 'a', 'b', '10', '9', '__proto__', 'é', '\u{1F4E6}', 'a.b'];
const values = fc.oneof(
  fc.constantFrom<unknown>(0, -0, 1e21, null, '', 'x', [], {}, { n: { m: 1 } }, { m: { n: 1 } }, [1, { y: 1, x: 2 }]),
  fc.jsonValue({ maxDepth: 2 }),
);
const small = fc.dictionary(fc.constantFrom(...memberNames), values, { noNullPrototype: true });
const wide = fc
  .integer({ min: 60, max: 70 })
  .map((size) => Object.fromEntries(Array.from({ length: size }, (_, n) => [`n${n}`, n])));
const states = fc.oneof({ weight: 9, arbitrary: small }, { weight: 1, arbitrary: wide }).map(asRead);
function asRead(state: object): JsonObject {
  return JSON.parse(JSON.stringify(state)) as JsonObject;
}

/** What a sender makes of a stored state: the same in another order, some members changed, renamed or gone, or another one. */
interface Sent {
  /** Members that are set, or removed where the value is undefined. */
  edits: (readonly [string, unknown])[];
  /** In place of the stored state. */
  other: JsonObject | null;
  reverse: boolean;
}
const edits = fc.array(fc.tuple(fc.constantFrom(...memberNames), fc.option(values, { nil: undefined, freq: 2 })), {
  maxLength: 2,
});
const others = fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: states });
const senders: fc.Arbitrary<Sent> = fc.record({ edits, other: others, reverse: fc.boolean() });
function sentAfter(state: JsonObject, { edits: changes, other, reverse }: Sent): JsonObject {
  const members = new Map(Object.entries(other ?? state));
  for (const [name, value] of changes)
    if (value === undefined) members.delete(name);
    else members.set(name, value);
  const entries = [...members];
  return asRead(Object.fromEntries(reverse ? entries.reverse() : entries));
}

const statePaths = ['state.text', 'state.a', 'state."a.b"', 'state."10"', 'state.__proto__', 'state.é', 'state.n3'];
const paths = fc.subarray([...statePaths, 'attributes.account', 'id']);
const edge = fc.record({ paths, presence: fc.boolean(), mine: fc.constantFrom('id', 'attributes.account') });
const judgments = fc.array(
  fc.record({
    readPaths: paths,
    earlierPaths: paths,
    edges: fc.array(
      edge.map((one): Edge => ({ relation: 'r', theirs: 'attributes.account', where: null, ...one }) as Edge),
      { maxLength: 1 },
    ),
  }),
  { maxLength: 3 },
);
const forms = fc.constantFrom<Form>('members', 'members', 'whole', 'none');
const rows = fc.array(fc.tuple(states, forms, fc.array(senders, { maxLength: 2 })), { minLength: 1, maxLength: 3 });

/** What is committed and replied, as a text: `toEqual` would take most of the time. */
function outcome({ change, applied }: Computed): string {
  return JSON.stringify([change, applied.counts]);
}

it('digests of members lead to the change, the counts and the facts that whole states lead to [DOC-07] [FRS-04]', () => {
  const seen = { members: 0, changed: 0, invalidated: 0, unchanged: 0 };
  fc.assert(
    fc.property(judgments, rows, (known, kept) => {
      const inForce = inForceWith(known);
      const { need } = stateReadersOf(inForce);
      expect(need).not.toBe('text');
      const all = kept.map(([state, form], index) => stored(`d${index}`, state, form));
      const upsert = kept.flatMap(([state, , sent], index) =>
        sent.map((one) => ({ id: `d${index}`, state: sentAfter(state, one) })),
      );
      const write = {
        upsert,
        delete: kept.flatMap(([, , sent], index) => (sent.length > 0 ? [] : [{ id: `d${index}` }])),
      };
      const whole = compute(new Map(all.map(({ document }) => [document.id, document])), inForce, write);
      const computed = fromDigests(all, inForce, write);
      expect(outcome(computed)).toBe(outcome(whole));
      if (need === 'members') seen.members += 1;
      seen.changed += whole.change?.changed ?? 0;
      seen.invalidated += whole.change?.invalidated.length ?? 0;
      seen.unchanged += whole.applied.counts.unchanged;
    }),
    { numRuns: 500 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
}, 60_000);

const context = {
  recipe: { fields: ['state.text'] },
  questionTokens: 10,
  format: 1,
} as unknown as KnownJudgment['context'];
const anEdge = {
  relation: 'r',
  theirs: 'attributes.account',
  mine: 'id',
  paths: ['id'],
  presence: true,
  where: null,
} as Edge;
const ofState = { 'state.vip': true };

it.each<[string, 'whole' | 'members' | 'text', Partial<KnownJudgment>]>([
  ['attributes', 'whole', { readPaths: ['attributes.total'] }],
  ['attributes of related documents', 'whole', { edges: [anEdge] }],
  ['a member', 'members', { readPaths: ['state.text'] }],
  ['a member, in an earlier version', 'members', { earlierPaths: ['state.text'] }],
  ['a member of related documents', 'members', { edges: [{ ...anEdge, paths: ['state.text'] }] }],
  ['what lies within a member', 'text', { readPaths: ['state.ticket.text'] }],
  ['what lies within a member of related documents', 'text', { edges: [{ ...anEdge, paths: ['state.ticket.text'] }] }],
  ['a context that is compared with the one before', 'text', { readPaths: ['state.text'], context }],
  ['a context of attributes', 'whole', { readPaths: ['attributes.total'], context }],
  ['related documents by their state', 'text', { edges: [{ ...anEdge, where: ofState }] as unknown as Edge[] }],
  [
    'documents that come into the scope of fan-outs by their state',
    'text',
    {
      edges: [{ ...anEdge, mine: 'attributes.account' }],
      fanout: { scope: { where: ofState } } as unknown as KnownJudgment['fanout'],
    },
  ],
])('a judgment of %s needs of stored states: %s', (_, need, judgment) => {
  expect(stateReadersOf(inForceWith([judgment])).need).toBe(need);
});
