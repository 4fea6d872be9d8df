import type { GroupBody } from '@app/contracts/documents';
import type { Problem } from '@app/problem';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { putGroup, readGroup } from '../testing/groups';
import { anAnswer } from '../testing/samples';

let harness: DocumentsHarness;
const org = 'org_definitions';
const counted: GroupBody = { key: 'attributes.seller', aggregates: { n: { aggregate: 'count' } } };
const summed: GroupBody = {
  key: 'attributes.seller',
  aggregates: { total: { aggregate: 'sum', path: 'attributes.n' } },
};

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

function put(namespace: string, id: string, seller: string, n = 1) {
  return harness.write(org, namespace, { upsert: [{ id, attributes: { seller, n } }] });
}

/** The values of a group as `key documents aggregates`. */
async function shown(namespace: string, name = 'g'): Promise<string[]> {
  const { values } = await readGroup(harness, org, namespace, name);
  return values.map(({ key, documents, aggregates }) => `${key} ${documents} ${JSON.stringify(aggregates)}`);
}

async function rowsOf(table: string): Promise<number> {
  const { rows } = await harness.database.query<{ n: string }>(
    `select count(*) as n from ${table} t join namespace n on n.id = t.namespace_id where n.organization = $1`,
    [org],
  );
  return Number(rows[0].n);
}

function refused(work: Promise<unknown>): Promise<Pick<Problem, 'code' | 'details'>> {
  return work.then(
    () => {
      throw new Error('nothing was refused');
    },
    (error: unknown) => error as Problem,
  );
}

function remove(namespace: string, name: string) {
  return harness.groups.delete({ namespace, name }, harness.call(org));
}

describe('a group', () => {
  it('is building until all documents are counted, and says until when changes are [GRP-01] [GRP-05]', async () => {
    await put('d/one', 'a', 's1');
    expect(await putGroup(harness, org, 'd/one', 'g', counted)).toMatchObject({ status: 'building', as_of: null });
    expect(await shown('d/one')).toEqual([]);
    await harness.countGroups();
    const ready = await readGroup(harness, org, 'd/one', 'g');
    expect(ready).toMatchObject({ name: 'g', ...counted, status: 'ready', next_cursor: null });
    expect(await shown('d/one')).toEqual(['s1 1 {"n":1}']);
    await put('d/one', 'b', 's1');
    const behind = await readGroup(harness, org, 'd/one', 'g');
    const { rows } = await harness.database.query<{ at: Date }>('select min(changed_at) as at from group_dirty');
    expect(behind.as_of).toBe(rows[0].at.toISOString());
    expect(behind.values).toEqual(ready.values);
    await harness.countGroups();
    expect(await shown('d/one')).toEqual(['s1 2 {"n":2}']);
    const { as_of: asOf } = await readGroup(harness, org, 'd/one', 'g');
    expect(Date.parse(asOf!)).toBeGreaterThan(Date.parse(behind.as_of!));
  });

  it('is logged once when all documents are counted, and once when its values are erased', async () => {
    const walks = () =>
      harness.log.lines('d/logged').map(({ walk, outcome, documents }) => ({ walk, outcome, documents }));
    await put('d/logged', 'a', 's1');
    await put('d/logged', 'b', 's2');
    await putGroup(harness, org, 'd/logged', 'g', counted);
    await harness.countGroups();
    expect(walks()).toEqual([{ walk: 'group', outcome: 'ended', documents: 2 }]);
    await remove('d/logged', 'g');
    await harness.countGroups();
    expect(walks().slice(1)).toEqual([{ walk: 'group_erasure', outcome: 'ended', documents: undefined }]);
  });

  it('put again shows the values of the definition before until it is counted [GRP-05]', async () => {
    await put('d/again', 'a', 's1', 5);
    await putGroup(harness, org, 'd/again', 'g', counted);
    await harness.countGroups();
    const { updated_at: at } = await readGroup(harness, org, 'd/again', 'g');
    expect(await putGroup(harness, org, 'd/again', 'g', counted)).toMatchObject({ status: 'ready', updated_at: at });
    await putGroup(harness, org, 'd/again', 'g', summed);
    await put('d/again', 'b', 's2', 7);
    const again = await putGroup(harness, org, 'd/again', 'g', {
      ...summed,
      aggregates: { ...summed.aggregates, ...counted.aggregates },
    });
    expect(again).toMatchObject({ status: 'building' });
    expect(await shown('d/again')).toEqual(['s1 1 {"n":1}']);
    await harness.countGroups();
    expect(await shown('d/again')).toEqual(['s1 1 {"n":1,"total":5}', 's2 1 {"n":1,"total":7}']);
    await remove('d/again', 'g');
    await harness.countGroups();
    expect(await refused(readGroup(harness, org, 'd/again', 'g'))).toMatchObject({ code: 'not_found' });
  });

  it('on a prefix is one row that counts each of its namespaces, later ones included [GRP-05] [TPL-01]', async () => {
    await put('p/one', 'a', 's1');
    expect(await putGroup(harness, org, 'p/*', 'g', counted)).toMatchObject({ name: 'g' });
    await put('p/later', 'b', 's2');
    await put('px/other', 'c', 's3');
    await harness.countGroups();
    expect(await shown('p/one')).toEqual(['s1 1 {"n":1}']);
    expect(await shown('p/later')).toEqual(['s2 1 {"n":1}']);
    expect(await shown('p/*')).toEqual([]);
    expect(await readGroup(harness, org, 'p/one', 'g')).toMatchObject({ template: 'p/*' });
    expect(await refused(readGroup(harness, org, 'px/other', 'g'))).toMatchObject({ code: 'not_found' });
    const inherited = { code: 'conflict', details: { reason: 'inherited', template: 'p/*' } };
    expect(await refused(putGroup(harness, org, 'p/one', 'g', summed))).toMatchObject(inherited);
    expect(await refused(remove('p/one', 'g'))).toMatchObject(inherited);
    await putGroup(harness, org, 'p/one', 'own', counted);
    const { groups } = await harness.groups.list({ namespace: 'p/one' }, harness.call(org));
    expect(groups.map(({ name, template = null }) => [name, template])).toEqual([
      ['g', 'p/*'],
      ['own', null],
    ]);
  });

  it('on a narrower prefix hides one of its name, which comes back when it goes [GRP-05]', async () => {
    await put('w/in/one', 'a', 's1', 3);
    await put('w/out', 'a', 's1', 4);
    await putGroup(harness, org, 'w/*', 'g', counted);
    await harness.countGroups();
    await putGroup(harness, org, 'w/in/*', 'g', summed);
    expect(await shown('w/in/one')).toEqual(['s1 1 {"n":1}']);
    await harness.countGroups();
    expect(await shown('w/in/one')).toEqual(['s1 1 {"total":3}']);
    expect(await shown('w/out')).toEqual(['s1 1 {"n":1}']);
    await put('w/in/one', 'b', 's1', 4);
    await remove('w/in/*', 'g');
    await harness.countGroups();
    expect(await shown('w/in/one')).toEqual(['s1 2 {"n":2}']);
    await remove('w/*', 'g');
    await harness.countGroups();
    const { rows } = await harness.database.query(
      'select from group_member m where not exists (select from group_definition g where g.generation = m.generation)',
    );
    expect(rows).toEqual([]);
  });

  it('needs a plan with templates on a prefix, and is one of at most 20 [GRP-05] [GRP-06]', async () => {
    const developer = harness.call(org, undefined, 'developer');
    const query = { namespace: 'q/*', name: 'g', group: counted };
    expect(await refused(harness.groups.put(query, developer))).toMatchObject({
      code: 'plan_required',
      details: { capability: 'templates', required_plan: 'team' },
    });
    await put('q/one', 'a', 's1');
    await putGroup(harness, org, 'q/*', 'g0', counted);
    for (let n = 1; n < 20; n++) await putGroup(harness, org, 'q/one', `g${n}`, counted);
    const many = { code: 'invalid_request', details: { reason: 'too_many_groups', limit: 20 } };
    expect(await refused(putGroup(harness, org, 'q/one', 'g20', counted))).toMatchObject(many);
    expect(await refused(putGroup(harness, org, 'q/*', 'g20', counted))).toMatchObject(many);
    expect(await putGroup(harness, org, 'q/one', 'g19', summed)).toMatchObject({ aggregates: summed.aggregates });
  });

  it('is paged by key, and by the number of documents [GRP-05]', async () => {
    const sellers = ['a', 'b', 'b', 'c', 'c', 'c', 'd'];
    const upsert = sellers.map((seller, n) => ({ id: `d${n}`, attributes: { seller } }));
    await harness.write(org, 'g/one', { upsert: [...upsert, { id: 'n', attributes: { seller: 7 } }] });
    await putGroup(harness, org, 'g/one', 'g', counted);
    await harness.countGroups();
    const pages = async (order: 'key' | 'documents') => {
      const keys: unknown[] = [];
      let cursor: string | undefined;
      do {
        const query = { namespace: 'g/one', name: 'g', order, limit: 2, cursor };
        const page = await harness.groups.get(query, harness.call(org));
        keys.push(...page.values.map(({ key }) => key));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      return keys;
    };
    expect(await pages('key')).toEqual([7, 'a', 'b', 'c', 'd']);
    expect(await pages('documents')).toEqual(['c', 'b', 7, 'a', 'd']);
    const { next_cursor: cursor } = await harness.groups.get(
      { namespace: 'g/one', name: 'g', limit: 1 },
      harness.call(org),
    );
    const other = { namespace: 'g/one', name: 'g', order: 'documents' as const, cursor: cursor! };
    expect(await refused(harness.groups.get(other, harness.call(org)))).toMatchObject({
      details: { reason: 'bad_cursor' },
    });
  });

  it('counts anew only documents that change at what it reads, and nothing where there is no group', async () => {
    await put('c/none', 'a', 's1');
    await put('c/one', 'a', 's1');
    await harness.putJudgment(org, 'c/*', 'late');
    await putGroup(harness, org, 'c/one', 'g', {
      ...counted,
      aggregates: { p: { aggregate: 'max', path: 'answers.late.p' } },
    });
    await harness.countGroups();
    const before = await rowsOf('group_dirty');
    await harness.write(org, 'c/one', { patch: [{ id: 'a', attributes: { other: 1 } }] });
    await harness.write(org, 'c/one', { upsert: [{ id: 'b', attributes: { other: 1 } }] });
    await put('c/none', 'a', 's2');
    await harness.applyAnswers(org, 'c/none', [anAnswer('a', 'late')]);
    expect(await rowsOf('group_dirty')).toBe(before);
    await harness.write(org, 'c/one', { patch: [{ id: 'a', state: { note: 'x' } }] });
    await harness.write(org, 'c/one', { delete: [{ id: 'a' }] });
    expect(await rowsOf('group_dirty')).toBe(before + 2);
  });

  it('goes with its namespace; that of a prefix is empty in the next one of the name [NS-17]', async () => {
    await put('x/one', 'a', 's1');
    await putGroup(harness, org, 'x/*', 'wide', counted);
    await putGroup(harness, org, 'x/one', 'own', counted);
    await harness.countGroups();
    const { body } = await harness.deletions.begin('x/one', harness.call(org));
    await harness.finish(org, (JSON.parse(body) as { id: string }).id);
    await put('x/one', 'b', 's2');
    await harness.countGroups();
    expect(await shown('x/one', 'wide')).toEqual(['s2 1 {"n":1}']);
    expect(await refused(readGroup(harness, org, 'x/one', 'own'))).toMatchObject({ code: 'not_found' });
  });
});
