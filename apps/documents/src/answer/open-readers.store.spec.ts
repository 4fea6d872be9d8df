import fc from 'fast-check';
import { joinKeys } from '../document/join-key';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { aBlock, aPointer, anEntity, related } from '../testing/related';
import { anAnswer } from '../testing/samples';
import { readWithAnswers } from './answer.store';
import type { OpenChanges } from './open-changes';

const org = 'org_open_readers';
const ns = 'open/readers';
const runs = process.env['LONG'] === '1' ? 500 : 40;
/** By judgment, the attributes of its documents that its relations join by; `''` for the id. */
const judgments = { one: ['customer'], two: ['', 'customer'], three: ['email', 'tags'] };
const names = Object.keys(judgments) as (keyof typeof judgments)[];
const values = ['a', 'b', 'c'];
const documents: Record<string, Record<string, string | string[]>> = {
  a: { customer: 'b', email: 'a' },
  b: { customer: 'c', email: 'a', tags: ['a', 'b'] },
  c: { customer: 'c', tags: ['c', 'c'], other: 'a' },
  d: {},
};
const ids = Object.keys(documents);
const at = (second: number) => Date.parse('2030-01-01T00:00:00Z') + second * 1000;

const anyKey = fc
  .constantFrom(...names.flatMap((name) => judgments[name].map((mine) => [name, mine] as const)))
  .chain(([name, mine]) => fc.constantFrom(...values).map((value) => ({ name, mine, value })));
const anyDocument = fc.option(fc.constantFrom(...ids));
const anyChange = fc.record({ key: anyKey, source: anyDocument, second: fc.nat(99) });
/** A key has at most one walk that has begun, and one that has not; each has a round of its own. */
const anyWalk = fc
  .record({
    key: anyKey,
    begun: fc.boolean(),
    cursor: fc.constantFrom('', ...ids),
    spared: anyDocument,
    round: fc.integer({ min: 1, max: 9 }),
    due: fc.nat(99),
    first: fc.nat(99),
  })
  .map((walk) => ({ ...walk, round: 2 * walk.round + Number(walk.begun) }));
const world = fc.record({
  changes: fc.array(anyChange, { maxLength: 8 }),
  walks: fc.uniqueArray(anyWalk, { maxLength: 10, selector: ({ key, begun }) => JSON.stringify([key, begun]) }),
  relatedTo: fc.array(fc.nat(20), { minLength: ids.length, maxLength: ids.length }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

let harness: DocumentsHarness;
let namespaceId: string;

beforeAll(async () => {
  harness = await openDocuments();
  await harness.putJudgment(org, ns, 'one', related(aPointer()));
  await harness.putJudgment(org, ns, 'two', related(anEntity(), aPointer()));
  const block = aBlock({ relation: 'tagged', theirs: 'attributes.tags', mine: 'attributes.tags' });
  await harness.putJudgment(org, ns, 'three', related(aBlock(), block));
  const upsert = ids.map((id) => ({ id, attributes: documents[id], state: { note: id } }));
  const { documents: written } = await harness.write(org, ns, { upsert });
  const { rows } = await harness.database.query<{ id: string }>('select id from namespace where name = $1', [ns]);
  namespaceId = rows[0].id;
  await harness.drainRelated();
  await harness.database.query('delete from fanout_walk');
  const answers = written.flatMap(({ id, version }) =>
    names.map((name) => anAnswer(id, name, { document_version: version, seen: version })),
  );
  await harness.applyAnswers(org, ns, answers);
}, 60_000);
afterAll(() => harness.close());

async function make({ changes, walks, relatedTo }: World): Promise<void> {
  const run = (text: string, ...given: unknown[]) => harness.database.query(text, given);
  await run('delete from related_change');
  await run('delete from fanout_walk');
  const round = 'update answer set related_to = x.round from unnest($1::text[], $2::bigint[]) x(id, round)';
  await run(`${round} where document_id = x.id`, ids, relatedTo);
  for (const { key, source, second } of changes) {
    const row =
      'insert into related_change (namespace_id, judgment_id, mine, key, source, changed_at, relation, document)';
    const by = key.mine === '' ? ['r', changedBy(second)] : [null, null];
    await run(`${row} values ($1, $2, $3, $4, $5, $6, $7, $8)`, ...keyOf(key), source, iso(second), ...by);
  }
  for (const { key, ...walk } of walks) {
    const of =
      'namespace_id, judgment_id, mine, key, round, begun, cursor, spared, due_at, first_change_at, last_change_at';
    const row = `insert into fanout_walk (${of}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`;
    const { begun, cursor, spared, due, first } = walk;
    await run(row, ...keyOf(key), walk.round, begun, cursor, spared, iso(due), iso(first));
  }
}

type Key = { name: string; mine: string; value: string };
const keyOf = ({ name, mine, value }: Key) => [namespaceId, `jdg_${name}`, mine, joinKeys(value)[0]];
const iso = (second: number) => new Date(at(second)).toISOString();
/** The related document of a change; its quotes are escaped in JSON. */
const changedBy = (second: number) => `the "m${second}"`;
const least = (seconds: number[]) => (seconds.length === 0 ? null : at(Math.min(...seconds)));

/** What is open for one answer, row by row. */
function expected({ changes, walks, relatedTo }: World, id: string, name: keyof typeof judgments): OpenChanges | null {
  const of = (mine: string, value: string) => (row: { key: Key }) =>
    row.key.name === name && row.key.mine === mine && row.key.value === value;
  const gathered = changes.filter(of('', id)).at(-1);
  const keys = Object.entries(documents[id]).flatMap(([mine, value]) =>
    [...new Set([value].flat())].map((one) => [mine, one]),
  );
  const spreads = keys.flatMap(([mine, value]): OpenChanges[1] => {
    const changed = changes.filter((row) => of(mine, value)(row) && row.source !== id).at(-1);
    const open = walks.filter(
      (walk) =>
        of(mine, value)(walk) && walk.cursor < id && walk.spared !== id && walk.round > relatedTo[ids.indexOf(id)],
    );
    const [waiting, begun] = [open.filter((walk) => !walk.begun), open.filter((walk) => walk.begun)];
    if (!changed && open.length === 0) return [];
    const dues = (some: typeof open) => least(some.map(({ due }) => due));
    return [
      [changed ? at(changed.second) : null, dues(waiting), least(waiting.map((walk) => walk.first)), dues(begun)],
    ];
  });
  if (!gathered) return spreads.length > 0 ? [null, spreads, null] : null;
  const { second } = gathered;
  return [at(second), spreads, { relation: 'r', document: changedBy(second), changed_at: iso(second) }];
}

const sorted = (open: OpenChanges | null) =>
  open && [open[0], open[1].map((one) => JSON.stringify(one)).sort(), open[2]];

it('the rows, a filter by status and every read of a document agree on what is open for its answers [REL-02] [S-F4]', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      await make(made);
      const inForce = await harness.snapshots.readRemembered({ organization: org, namespace: ns });
      const stored = await readWithAnswers(harness.database, { namespaceId, inForce }, ids);
      const many = await harness.read(org, ns, ids);
      const alone = await harness.read(org, ns, [ids[0]]);
      const together = await Promise.all(ids.map((id) => harness.read(org, ns, [id])));
      expect(together.map((read) => read.documents[0])).toEqual(many.documents);
      expect(alone.documents).toEqual(many.documents.slice(0, 1));
      for (const name of names) {
        const open = new Map(ids.map((id) => [id, sorted(expected(made, id, name))]));
        const rows = stored.map(({ document, answers }) => [document.id, answers.get(`jdg_${name}`)!.open] as const);
        expect(new Map(rows.map(([id, one]) => [id, sorted(one)]))).toEqual(open);
        const stale = ids.filter((id) => open.get(id) !== null);
        const read = many.documents.filter(({ answers }) => answers![name].status === 'stale');
        expect(read.map(({ id }) => id)).toEqual(stale);
        const found = await harness.query(org, ns, { filter: { [`answers.${name}.status`]: 'stale' }, limit: 10 });
        expect(found.documents).toEqual(read);
      }
    }),
    { numRuns: runs },
  );
}, 120_000);
