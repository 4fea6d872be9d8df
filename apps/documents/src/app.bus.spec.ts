import { Running } from '@app/boot';
import { Call, handle, applies } from '@app/bus';
import { namespaceSpend } from '@app/contracts/billing';
import {
  createNamespace,
  changeNamespace,
  deleteNamespace,
  fetchDocuments,
  getNamespace,
  readNamespaceState,
  judgeDocuments,
  listNamespaces,
  namespaceChanged,
  namespaceDeleted,
  queryDocuments,
  readDocuments,
  scanDocuments,
  writeDocuments,
  FreshMode,
} from '@app/contracts/documents';
import { EventRaised, eventFault } from '@app/contracts/events';
import { documentsJobs } from '@app/contracts/jobs';
import { Judge, judge, judgmentChanged, answerRecordedLive } from '@app/contracts/judgments';
import { FakeService, ensureStreams, callerOf, eventually, freshSchema, startService } from '@app/testing';
import { documentsSchema } from './app.schema';
import { documentsService } from './app.service';
import { aSnapshot, anAnswer } from './testing/samples';

const org = 'org_documents_bus';
const caller = callerOf(org);
let service: Running;
let gateway: FakeService;
let judgments: FakeService;
let billing: FakeService;
let calibration: FakeService;
let judging: (query: Judge) => ReturnType<typeof anAnswer>[];
const erased: string[] = [];

beforeAll(async () => {
  await freshSchema(documentsSchema);
  judging = () => [];
  judgments = await FakeService.open('judgments', [
    handle(judge, async (query) => ({
      answers: judging(query),
      refused: [],
      usage: { judgment_units: 1, tokens: 10, cost_usd: 0.001, by_judgment: { lazy: 1 } },
    })),
    ...applies(namespaceChanged, async () => ({ applied: true })),
    ...applies(namespaceDeleted, async ({ namespace }) => {
      erased.push(namespace);
      return { applied: true };
    }),
  ]);
  billing = await FakeService.open('billing', [
    handle(namespaceSpend, async () => ({ paused: false, spend_month_usd: 1.5 })),
    ...applies(namespaceChanged, async ({ budget_usd }) => ({
      applied: true,
      paused: budget_usd === 0,
      spend_month_usd: 1.5,
    })),
    ...applies(namespaceDeleted, async () => ({ applied: true })),
  ]);
  calibration = await FakeService.open('calibration', [...applies(namespaceDeleted, async () => ({ applied: true }))]);
  service = await startService(documentsService);
  await ensureStreams(service);
  gateway = await FakeService.open('gateway');
}, 60_000);

afterAll(async () => {
  await gateway.stop();
  await service.stop();
  await judgments.stop();
  await billing.stop();
  await calibration.stop();
}, 60_000);

async function putJudgment(namespace: string, name: string, others: object = {}): Promise<void> {
  const fact = { column: { ...aSnapshot(org, namespace, name), revision: Date.now(), ...others }, outcomes: {} };
  await judgments.requester.apply(judgmentChanged, 'documents', fact, new Call(Date.now() + 10_000, caller));
}

const write = (namespace: string, operations: object, effectId?: string) =>
  gateway.ask(writeDocuments, { namespace, write: operations }, caller, effectId);
const read = (namespace: string, ids: string[], fresh: FreshMode = 'policy') =>
  gateway.ask(readDocuments, { namespace, single: false, read: { ids, fresh } }, caller);

describe('documents on the bus', () => {
  it('has answers that are not fresh judged on read, applies them before the reply, and reads them stored then [ANS-10] [FRS-03]', async () => {
    const ns = 'bus/read';
    await putJudgment(ns, 'lazy', { policy: 'on_read' });
    await write(ns, { upsert: [{ id: 'a', state: { note: 'n' } }] });
    const asked: Judge[] = [];
    judging = (query) => {
      asked.push(query);
      return query.documents.map(({ id, version, wanted }) =>
        anAnswer(id, 'lazy', { document_version: version, seen: wanted.jdg_lazy, number: 0.7 }),
      );
    };
    expect((await read(ns, ['a'], 'stored')).documents[0].answers).toMatchObject({ lazy: { status: 'unavailable' } });
    expect(asked).toHaveLength(0);
    const first = await read(ns, ['a', 'gone']);
    expect(first).toMatchObject({ missing: ['gone'], usage: { judgment_units: 1 } });
    expect(first.documents[0].answers).toMatchObject({
      lazy: { status: 'fresh', p: 0.7, thresholds: { alarm: true } },
    });
    expect(asked[0]).toMatchObject({
      mode: 'policy',
      judgments: ['jdg_lazy'],
      documents: [{ id: 'a', state: { note: 'n' } }],
    });
    const plain = await read(ns, ['a']);
    expect(plain.documents).toEqual(first.documents);
    expect(asked).toHaveLength(1);
  });

  it('refuses a required answer that did not come, and judges by name on request', async () => {
    const ns = 'bus/read';
    judging = () => [];
    await write(ns, { patch: [{ id: 'a', state: { note: 'changed' } }] });
    await expect(read(ns, ['a'], 'require')).rejects.toMatchObject({ code: 'engine_unavailable' });
    const unknown = gateway.ask(judgeDocuments, { namespace: ns, judgment: 'none', documents: ['a'] }, caller);
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
    judging = (query) =>
      query.documents.map(({ id, version, wanted }) =>
        anAnswer(id, 'lazy', { record: 2, document_version: version, seen: wanted.jdg_lazy, number: 0.1 }),
      );
    const judged = await gateway.ask(judgeDocuments, { namespace: ns, judgment: 'lazy', documents: ['a'] }, caller);
    expect(judged.documents[0].answers).toMatchObject({ lazy: { status: 'fresh', p: 0.1 } });
    expect(judged.usage.judgment_units).toBe(1);
  });

  it('tells what was billed when it refuses, as every reply that bills does [defect J-12]', async () => {
    const ns = 'bus/billed';
    await putJudgment(ns, 'lazy', { policy: 'on_read' });
    await write(ns, { upsert: ['a', 'b'].map((id) => ({ id, state: { note: 'n' } })) });
    judging = (query) =>
      query.documents
        .filter(({ id }) => id === 'a')
        .map(({ id, version, wanted }) =>
          anAnswer(id, 'lazy', { document_version: version, seen: wanted.jdg_lazy, number: 0.7 }),
        );
    const usage = { judgment_units: expect.any(Number) as number, by_judgment: { lazy: expect.any(Number) as number } };
    await expect(read(ns, ['a', 'b'], 'require')).rejects.toMatchObject({
      code: 'engine_unavailable',
      details: { documents: ['b'], judgments: ['lazy'], usage },
    });
    await write(ns, { patch: [{ id: 'a', state: { note: 'changed' } }] });
    judging = (query) =>
      query.documents.map(({ id, version, wanted }) =>
        anAnswer(id, 'lazy', { record: 3, document_version: version, seen: wanted.jdg_lazy, number: 0.1 }),
      );
    const judged = gateway.ask(judgeDocuments, { namespace: ns, judgment: 'lazy', documents: ['a', 'gone'] }, caller);
    await expect(judged).rejects.toMatchObject({ code: 'not_found', details: { documents: ['gone'], usage } });
  });

  it('applies recorded answers of facts', async () => {
    const ns = 'bus/apply';
    await putJudgment(ns, 'late');
    const { documents } = await write(ns, { upsert: [{ id: 'f', state: { note: 'n' } }] });
    const { version } = documents[0];
    await judgments.say(answerRecordedLive, {
      organization: org,
      namespace: ns,
      ask_id: 'ask_1',
      units: 1,
      tokens: 5,
      by_judgment: { jdg_late: 1 },
      answers: [anAnswer('f', 'late', { document_version: version, seen: version })],
      recorded_at: new Date().toISOString(),
    });
    await eventually(async () => {
      const view = await read(ns, ['f'], 'stored');
      expect(view.documents[0].answers).toMatchObject({ late: { status: 'fresh', p: 0.5 } });
    });
    const ref = { organization: caller.organization, namespace: ns };
    expect(await calibration.ask(readNamespaceState, ref, caller)).toEqual({ exists: true, deleting: false });
    const asked = { ...ref, documents: ['f', 'g'] };
    expect(await calibration.ask(readNamespaceState, asked, caller)).toMatchObject({ absent: ['g'] });
    const none = { ...ref, namespace: `${ns}/none` };
    expect(await calibration.ask(readNamespaceState, none, caller)).toEqual({ exists: false, deleting: false });
    const view = await gateway.ask(getNamespace, { namespace: ns }, caller);
    expect(view.stats).toMatchObject({ documents: 1, spend_month_usd: 1.5 });
    expect(view.stats.freshness_lag_p90_ms).toBeGreaterThan(0);
  });

  it('changes settings by merge patch and shows every key of the fan-out [NS-08] [NS-10] [NS-12] [NS-14] [NS-22]', async () => {
    const name = 'bus/settings';
    const created = await gateway.ask(createNamespace, { settings: { name, fanout: { share: 0.2 } } }, caller);
    expect(created).toMatchObject({
      name,
      budget: null,
      pinned: false,
      deleting: false,
      fanout: { share: 0.2, enabled: true },
    });
    const budget = { compute_usd_per_month: 0, on_exceeded: 'pause' };
    const change = (settings: object) => gateway.ask(changeNamespace, { namespace: name, settings }, caller);
    expect(await change({ budget })).toMatchObject({ budget, budget_paused: true, fanout: { share: 0.2 } });
    expect(await change({ budget: null, fanout: null })).toMatchObject({
      budget: null,
      budget_paused: false,
      fanout: { share: 0.5 },
    });
    const engine = { name: 'pplx-decider', version: 'current' };
    await expect(change({ default_engine: engine })).rejects.toMatchObject({ code: 'engine_version_unavailable' });
    await expect(gateway.ask(changeNamespace, { namespace: 'bus/none', settings: {} }, caller)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it("lists the namespaces that the key's scope covers, in pages [NS-05] [NS-06] [NS-07]", async () => {
    for (const name of ['l/p', 'l/p/a', 'l/p/b', 'l/px']) await write(name, { upsert: [{ id: 'x' }] });
    const list = async (scope: string, query: object = {}) => {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await gateway.ask(
          listNamespaces,
          { ...query, limit: 1, ...(cursor && { cursor }) },
          callerOf(org, { scope }),
        );
        names.push(...page.namespaces.map(({ name }) => name));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      return names;
    };
    expect(await list('*', { prefix: 'l/' })).toEqual(['l/p', 'l/p/a', 'l/p/b', 'l/px']);
    expect(await list('l/p*')).toEqual(['l/p', 'l/p/a', 'l/p/b']);
    expect(await list('l/p/*')).toEqual(['l/p/a', 'l/p/b']);
    expect(await list('l/p')).toEqual(['l/p']);
  });

  it('answers non-calling requests without judgments that do not apply', async () => {
    const ns = 'bus/reader';
    await putJudgment(ns, 'vip', { applies_to: { 'attributes.vip': true }, policy: 'on_read' });
    const { documents } = await write(ns, { upsert: [{ id: 'v', attributes: { vip: true } }, { id: 'w' }] });
    const fetched = await judgments.ask(
      fetchDocuments,
      { organization: org, namespace: ns, ids: ['v', 'w', 'none'], judgments: ['jdg_vip'] },
      caller,
    );
    const wanted = Object.fromEntries(fetched.documents.map((document) => [document.id, document.wanted]));
    expect(wanted).toEqual({ v: { jdg_vip: documents[0].version }, w: {} });
    const scan = {
      organization: org,
      namespace: ns,
      filter: { 'attributes.vip': true },
      after: null,
      limit: 10,
      totals: true,
    };
    expect(await judgments.ask(scanDocuments, scan, caller)).toEqual({
      ids: ['v'],
      next: null,
      count: 1,
      changes_per_day: 1,
      observed_days: 0,
    });
  });

  it('deletes a namespace by a job, after which its name is free [NS-17]', async () => {
    const ns = 'bus/deleted';
    const old = await write(ns, { upsert: [{ id: 'x', state: { n: 1 } }] });
    const job = await gateway.ask(deleteNamespace, { namespace: ns }, caller);
    expect(job).toMatchObject({ type: 'namespace_delete', namespace: ns });
    await eventually(async () => {
      expect(await gateway.ask(documentsJobs.get, { id: job.id }, caller)).toMatchObject({
        status: 'done',
        result: { deleted: true },
      });
    });
    expect(erased).toContain(ns);
    await expect(gateway.ask(queryDocuments, { namespace: ns, query: {} }, caller)).rejects.toMatchObject({
      code: 'not_found',
    });
    const again = await write(ns, { upsert: [{ id: 'x' }] });
    expect(again.documents[0].version).toBeGreaterThan(old.documents[0].version);
    const { rows } = await service.platform.database.query<{ payload: string }>(
      `select payload from outbox where subject like 'platform.event.raised.job%' order by id desc limit 1`,
    );
    const event = JSON.parse(rows[0].payload) as EventRaised;
    expect(event).toMatchObject({
      type: 'job.completed',
      namespace: ns,
      data: { job: { id: job.id, status: 'done' } },
    });
    expect(eventFault(event)).toBeNull();
  });
});
