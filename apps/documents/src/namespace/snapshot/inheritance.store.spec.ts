import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { membersOf, subscribe } from '../../testing/subscriptions';
import { loadOrganization } from './snapshot.store';

let harness: DocumentsHarness;
const org = 'org_inheritance';
const many = 10_000;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

const override = (more: object) => ({
  judgment_id: 'jdg_mood',
  kind: 'override' as const,
  overrides: ['thresholds'],
  ...more,
});
const count = async (namespace: string, filter: object): Promise<number | null | undefined> =>
  (await harness.query(org, namespace, { filter, limit: 1, include: [], count: true })).count;
const reads = async (namespace: string, id: string) =>
  (await harness.read(org, namespace, [id])).documents[0].answers?.['mood'] as unknown as Record<string, unknown>;
const current = (organization: string, namespace: string) =>
  harness.snapshots.readCurrent({ organization, namespace }, harness.database);
async function rows(table: string): Promise<number> {
  const { rows: found } = await harness.database.query<{ n: string }>(`select count(*) as n from ${table}`);
  return Number(found[0].n);
}

/** Inserts documents `d00001`.. with answers of `mood`, version 2, whose p is n / 10,000. */
async function fill(namespace: string, documents: number): Promise<void> {
  await harness.write(org, namespace, { upsert: [{ id: 'first' }] });
  const id = `(select id from namespace where organization = '${org}' and name = '${namespace}')`;
  const key = `'d' || lpad(n::text, 5, '0')`;
  await harness.database.query(
    `insert into document (namespace_id, id, version, born, attributes, state, bytes, created_at, updated_at)
     select ${id}, ${key}, 1, 1, '{}', '{}', 20, app.now(), app.now() from generate_series(1, ${documents}) n`,
  );
  await harness.database.query(
    `insert into answer (namespace_id, document_id, judgment_id, record, wanted, seen, version, number, judged_at, body)
     select ${id}, ${key}, 'jdg_mood', 1, 1, 1, 2, n / ${many}.0, '2026-03-04T09:30:00Z',
       json_build_object('id', 'ans_1', 'number', n / ${many}.0, 'version', 2, 'judgedAt', '2026-03-04T09:30:00.000Z')
     from generate_series(1, ${documents}) n`,
  );
  await harness.database.query('analyze document; analyze answer');
}

describe('a threshold of ten thousand answers', () => {
  const [own, other] = ['p/one', 'p/two'];
  const changes = `outbox where subject like 'documents.document.changed%'`;
  const calm = { 'answers.mood.thresholds.calm': true };

  beforeAll(async () => {
    await harness.putJudgment(org, 'p/*', 'mood', { active_version: 2, thresholds: { calm: 0.9999 } });
    await fill(own, many);
    await fill(other, 10);
    await subscribe(harness, org, 'p/*', 'calm', { filter: calm });
    // A walk sets its members without events; events begin after it.
    for (let turn = 0; turn < 100 && (await rows('subscription_walk')) > 0; turn++) await harness.walks.turn();
  }, 120_000);

  it('changes every read, query and membership of the namespace that overrides it, and of no other [THR-04] [THR-06] [TPL-05]', async () => {
    expect(await count(own, calm)).toBe(2);
    expect(await reads(own, 'd05000')).toMatchObject({ thresholds: { calm: false }, status: 'fresh' });
    const [answers, notified, published] = [await rows('answer'), await rows(changes), await rows('outbox')];
    const startedMs = performance.now();
    await harness.putJudgment(org, own, 'mood', override({ thresholds: { calm: 0 } }));
    const tookMs = performance.now() - startedMs;
    expect(await count(own, calm)).toBe(many);
    expect(await reads(own, 'd05000')).toMatchObject({
      thresholds: { calm: true },
      status: 'fresh',
      version: 2,
      judged_at: '2026-03-04T09:30:00.000Z',
    });
    expect(await membersOf(harness, org, own, 'calm')).toHaveLength(many);
    expect(await reads(other, 'd00005')).toMatchObject({ thresholds: { calm: false } });
    expect(await rows('answer')).toBe(answers);
    // Events of memberships are published, and nothing that makes judgments judge.
    expect(await rows(changes)).toBe(notified);
    expect(await rows('outbox')).toBeGreaterThan(published);
    // The time of reading, walking and committing ten thousand memberships with their events.
    expect(tookMs).toBeLessThan(30_000);
  }, 60_000);

  it('follows its template again when the override is reset [TPL-11]', async () => {
    await harness.putJudgment(org, own, 'mood', override({ overrides: [], thresholds: null, archived: true }));
    expect(await count(own, calm)).toBe(2);
    expect(await membersOf(harness, org, own, 'calm')).toHaveLength(2);
    await harness.putJudgment(org, 'p/*', 'mood', { active_version: 2, thresholds: { calm: 0.5 } });
    expect(await count(own, calm)).toBe(5001);
  }, 60_000);
});

describe('a setting that an override does not name', () => {
  it('follows the template, be it thresholds or freshness [TPL-05] [TPL-11]', async () => {
    await harness.putJudgment(org, 'l/*', 'mood', { thresholds: { a: 0.1 }, policy: 'manual' });
    await harness.putJudgment(org, 'l/one', 'mood', override({ thresholds: { a: 0.2 } }));
    const fanout = { rolling_limit: 10, scope: { created_within: '30d' } };
    const freshness = { overrides: ['freshness'], thresholds: null, policy: 'on_read', debounce_ms: 7, fanout };
    await harness.putJudgment(org, 'l/two', 'mood', override(freshness));
    await harness.putJudgment(org, 'l/*', 'mood', {
      thresholds: { a: 0.3 },
      policy: 'on_change',
      debounce_ms: 5,
      fanout: { rolling_limit: 7 },
    });
    const inForce = async (namespace: string) => (await current(org, namespace)).byName.get('mood');
    expect(await inForce('l/one')).toMatchObject({
      thresholds: { a: 0.2 },
      policy: 'on_change',
      debounceMs: 5,
      fanout: { rolling_limit: 7 },
      fanoutScope: null,
    });
    expect(await inForce('l/two')).toMatchObject({ thresholds: { a: 0.3 }, policy: 'on_read', debounceMs: 7, fanout });
    expect((await inForce('l/two'))?.fanoutScope).not.toBeNull();
  });
});

describe('ten thousand namespaces', () => {
  const big = 'org_ten_thousand';

  it("follow the template's one row, and none reads what the others override [TPL-01] [TPL-02]", async () => {
    await harness.database.query(
      `insert into namespace (organization, name) select '${big}', 'm/n' || i from generate_series(1, ${many}) i`,
    );
    await harness.putJudgment(big, 'm/*', 'mood');
    await harness.database.query(
      `insert into judgment_column (organization, judgment_id, scope, kind, name, revision, archived, body)
       select organization, judgment_id, 'm/n' || i, 'override', name, revision, false,
         body::jsonb || jsonb_build_object('scope', 'm/n' || i, 'kind', 'override', 'overrides', jsonb_build_array('thresholds'),
           'thresholds', jsonb_build_object('alarm', i / ${many}.0))
       from judgment_column, generate_series(1, ${many}) i where organization = '${big}'`,
    );
    await harness.database.query('analyze judgment_column');
    const before = await rows('judgment_column');
    const startedMs = performance.now();
    await harness.putJudgment(big, 'm/*', 'tone');
    const tookMs = performance.now() - startedMs;
    expect(await rows('judgment_column')).toBe(before + 1);
    expect(tookMs).toBeLessThan(5_000);
    const { snapshot } = await loadOrganization(harness.database, { organization: big, namespace: 'm/n5000' });
    expect([snapshot.judgments.length, snapshot.overrides.length]).toEqual([2, 1]);
    const readMs = performance.now();
    for (const namespace of ['m/n1', 'm/n5000', 'm/later']) {
      const { judgments } = await current(big, namespace);
      expect(judgments.map(({ name, template }) => [name, template])).toEqual([
        ['mood', 'm/*'],
        ['tone', 'm/*'],
      ]);
    }
    expect(performance.now() - readMs).toBeLessThan(5_000);
    expect((await current(big, 'm/n5000')).byName.get('mood')?.thresholds).toEqual({
      alarm: 0.5,
    });
  }, 60_000);
});

describe('a copy detached from a template', () => {
  const ns = 'c/one';
  const copy = { judgment_id: 'jdg_mood', copied: { stored: 2, shown: 1 } };

  it('keeps the answers as its first version, and takes no later version of the template [TPL-12]', async () => {
    await harness.putJudgment(org, 'c/*', 'mood', { active_version: 2 });
    await fill(ns, 3);
    await harness.putJudgment(org, ns, 'mood', { ...copy, active_version: 2, thresholds: { alarm: 0 } });
    await harness.putJudgment(org, 'c/*', 'mood', { active_version: 3, thresholds: { alarm: 1 } });
    expect(await reads(ns, 'd00001')).toMatchObject({ status: 'fresh', version: 1, thresholds: { alarm: true } });
    expect(await count(ns, { 'answers.mood.version': 1 })).toBe(3);
    expect(await count(ns, { 'answers.mood.version': 2 })).toBe(0);
  });

  it('counts its own versions after that, and gives the answers back when it is deleted [TPL-12]', async () => {
    await harness.putJudgment(org, ns, 'mood', { ...copy, active_version: 1_000_002 });
    expect(await reads(ns, 'd00001')).toMatchObject({ status: 'stale', stale_reason: 'version_changed', version: 1 });
    await harness.applyAnswers(org, ns, [anAnswer('d00001', 'mood', { record: 2, version: 1_000_002 })]);
    expect(await reads(ns, 'd00001')).toMatchObject({ status: 'fresh', version: 2 });
    expect(await count(ns, { 'answers.mood.version': 2 })).toBe(1);
    await harness.putJudgment(org, ns, 'mood', { ...copy, active_version: 1_000_002, archived: true });
    await harness.putJudgment(org, 'c/*', 'mood', { active_version: 2 });
    expect(await reads(ns, 'd00001')).toMatchObject({ stale_reason: 'version_changed', version: 2 });
    expect(await reads(ns, 'd00002')).toMatchObject({ status: 'fresh', version: 2 });
  });
});

describe('a judgment that a more specific one of its name hides', () => {
  it('has stale answers when it comes back into force and the document has changed meanwhile [TPL-02] [FRS-04]', async () => {
    const ns = 'n/narrow/one';
    await harness.putJudgment(org, 'n/*', 'mood');
    const written = await harness.write(org, ns, { upsert: [{ id: 'moved' }, { id: 'still' }] });
    for (const { id, version } of written.documents) {
      await harness.applyAnswers(org, ns, [anAnswer(id, 'mood', { document_version: version, seen: version })]);
    }
    expect(await reads(ns, 'moved')).toMatchObject({ status: 'fresh' });
    await harness.putJudgment(org, 'n/narrow/*', 'mood', { judgment_id: 'jdg_narrow', read_paths: ['state.other'] });
    expect(await reads(ns, 'moved')).toMatchObject({ status: 'unavailable', unavailable_reason: 'never_judged' });
    await harness.write(org, ns, { upsert: [{ id: 'moved', state: { note: 'another' } }] });
    await harness.putJudgment(org, 'n/narrow/*', 'mood', { judgment_id: 'jdg_narrow', archived: true });
    expect(await reads(ns, 'moved')).toMatchObject({ status: 'stale', stale_reason: 'document_changed' });
    expect(await reads(ns, 'still')).toMatchObject({ status: 'fresh' });
  });
});
