import { NamespacesMetered } from '@app/contracts/documents';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';

const org = 'org_meter';
const subject = 'documents.namespace.metered.v1';
let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

async function measure(): Promise<void> {
  while (await harness.meter.turn());
}

/** The published figures of a namespace, oldest first. */
async function published(namespace: string) {
  const facts = await harness.published<NamespacesMetered>(org, subject);
  return facts.flatMap(({ namespaces }) => namespaces).filter((one) => one.namespace === namespace);
}

describe('the meter', () => {
  it('publishes what a namespace holds when that changed, and nothing when it did not', async () => {
    await harness.write(org, 'm/one', { upsert: [{ id: 'a', state: { text: 'x'.repeat(500) } }, { id: 'b' }] });
    await measure();
    await measure();
    const [first, ...more] = await published('m/one');
    expect(more).toEqual([]);
    const month = new Date().toISOString().slice(0, 7);
    expect(first).toMatchObject({ documents: 2, pinned: false, written_month: month });
    expect(first.bytes).toBeGreaterThan(500);
    await harness.write(org, 'm/one', { delete: [{ id: 'a' }] });
    await harness.database.query(`update namespace set pinned = true where organization = $1 and name = 'm/one'`, [
      org,
    ]);
    await measure();
    const [, second] = await published('m/one');
    expect(second).toMatchObject({ documents: 1, pinned: true });
    expect(second.bytes).toBeLessThan(first.bytes - 400);
  });

  it('runs in one process at a time, and in another one once that has ended [O-M2]', async () => {
    const other = harness.another();
    await harness.meter.turn();
    await harness.write(org, 'm/next', { upsert: [{ id: 'a' }] });
    expect(await other.meter.turn()).toBe(false);
    expect(await published('m/next')).toEqual([]);
    await harness.meter.release();
    while (await other.meter.turn());
    expect(await published('m/next')).toMatchObject([{ documents: 1 }]);
    await other.meter.release();
  });

  it('leaves what a write holds for the next look, and counts what was written beside it [O-M2]', async () => {
    await harness.write(org, 'm/held', { upsert: [{ id: 'a' }] });
    await harness.database.withConnection('spec', async (writer) => {
      await writer.query('begin');
      await writer.query(`update namespace_counter set documents = documents + 1, to_measure = true
        where namespace_id = (select id from namespace where organization = '${org}' and name = 'm/held')`);
      await measure();
      expect(await published('m/held')).toMatchObject([{ documents: 1 }]);
      await writer.query('commit');
    });
    await measure();
    expect(await published('m/held')).toMatchObject([{ documents: 1 }, { documents: 2 }]);
  });

  it('measures more namespaces than a page', async () => {
    await harness.database.query(
      `insert into namespace (organization, name) select $1, 'm/many/' || n from generate_series(1, 450) n`,
      [org],
    );
    await measure();
    const facts = await harness.published<NamespacesMetered>(org, subject);
    const names = facts.flatMap(({ namespaces }) => namespaces.map(({ namespace }) => namespace));
    expect(names.filter((name) => name.startsWith('m/many/'))).toHaveLength(450);
    expect(Math.max(...facts.map(({ namespaces }) => namespaces.length))).toBeLessThanOrEqual(50);
  });
});

describe('a quota', () => {
  const small = 'org_small';
  const developer = (by: DocumentsHarness) => ({
    write: (namespace: string, write: object) =>
      by.writes.write(namespace, write, by.call(small, undefined, 'developer')),
  });

  it('refuses growth past the plan, and allows other writes [BILL-11]', async () => {
    const none = { namespaces: null, documents: null, gib: null };
    harness.neighbours.quotas = [
      { plan: 'developer', namespaces: 2, documents: 4, gib: null },
      { plan: 'team', namespaces: 3, documents: 4, gib: null },
      { plan: 'scale', ...none },
    ];
    const first = developer(harness.another());
    for (const one of ['q/a', 'q/b']) await first.write(one, { upsert: [{ id: '1' }, { id: '2' }] });
    await measure();
    const other = harness.another();
    other.neighbours.quotas = harness.neighbours.quotas;
    const full = developer(other);
    await expect(full.write('q/a', { upsert: [{ id: '3' }] })).rejects.toMatchObject({
      code: 'plan_required',
      details: { capability: 'documents', required_plan: 'scale', plan: 'developer' },
    });
    await expect(full.write('q/c', { upsert: [{ id: '1' }] })).rejects.toMatchObject({
      details: { capability: 'namespaces', required_plan: 'team' },
    });
    await full.write('q/a', { upsert: [{ id: '1', state: { text: 'replaced' } }] });
    await full.write('q/a', { delete: [{ id: '1' }] });
    const { rows } = await harness.database.query('select from namespace where organization = $1', [small]);
    expect(rows).toHaveLength(2);
  });
});
