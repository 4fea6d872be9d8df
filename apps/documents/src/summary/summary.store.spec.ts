import type { DocumentView, SummaryBody, SummaryView } from '@app/contracts/documents';
import type { EventRaised } from '@app/contracts/events';
import { armKillPoints } from '@app/persistence';
import type { Problem } from '@app/problem';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { putGroup } from '../testing/groups';

let harness: DocumentsHarness;
const org = 'org_summaries';
const bySeller = {
  key: 'attributes.seller',
  aggregates: { orders: { aggregate: 'count' }, amount: { aggregate: 'mean', path: 'attributes.amount' } },
};
const bands: SummaryBody['bands'] = { by_seller: { orders: [6, 10], amount: [0.5] } };

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

function orders(namespace: string, seller: string, count: number, amount = 0.123) {
  const upsert = Array.from({ length: count }, (_, n) => ({ id: `${seller}-${n}`, attributes: { seller, amount } }));
  return harness.write(org, namespace, { upsert });
}

async function put(prefix: string, into: string, others: Partial<SummaryBody> = {}): Promise<SummaryView> {
  const summary = { into, groups: ['by_seller'], bands, ...others };
  const { body } = await harness.summaries.put({ namespace: prefix, summary }, harness.call(org));
  return (JSON.parse(body) as { summary: SummaryView }).summary;
}

/** Counts, and sweeps as if an hour had passed. */
async function sweep(): Promise<void> {
  await harness.countGroups();
  await harness.database.query('update summary set next_at = app.now(), lease_until = null');
  while (await harness.summaryWorker.turn());
}

async function published(into: string): Promise<DocumentView[]> {
  return (await harness.query(org, into, { include: ['attributes', 'state'] })).documents as DocumentView[];
}

async function failures(): Promise<object[]> {
  const events = await harness.published<EventRaised>(org, 'platform.event.raised.namespace.summary_failed%');
  return events.map(({ data }) => data);
}

function refused(work: Promise<unknown>): Promise<Pick<Problem, 'code' | 'details'>> {
  return work.then(
    () => {
      throw new Error('nothing was refused');
    },
    (error: unknown) => error as Problem,
  );
}

describe('a summary', () => {
  it('is a document for each tenant, of bands only, that changes when a band moves [GRP-03] [GRP-06]', async () => {
    await harness.write(org, 's/board', { upsert: [{ id: 'own' }] });
    await putGroup(harness, org, 's/prod/*', 'by_seller', bySeller);
    await orders('s/prod/t1', 'busy', 6);
    await orders('s/prod/t1', 'quiet', 4);
    await orders('s/prod/t2', 'busy', 12, 0.777);
    expect(await put('s/prod/*', 's/board')).toMatchObject({ into: 's/board', failing_since: null });
    await sweep();
    const [, first, second] = await published('s/board');
    expect(first).toMatchObject({
      id: 's/prod/t1',
      attributes: { tenant: 's/prod/t1' },
      state: { groups: { by_seller: { busy: { orders: '6 to below 10', amount: 'below 0.5' } } } },
    });
    expect(second).toMatchObject({
      id: 's/prod/t2',
      state: { groups: { by_seller: { busy: { orders: '10 or more', amount: '0.5 or more' } } } },
    });
    expect(JSON.stringify([first.state, second.state])).not.toMatch(/0\.123|0\.777|\b12\b|quiet/);
    await orders('s/prod/t1', 'busy', 8, 0.1);
    await sweep();
    expect((await published('s/board'))[1].version).toBe(first.version);
    await orders('s/prod/t1', 'busy', 10, 0.1);
    await sweep();
    const moved = (await published('s/board'))[1];
    expect(moved.version).toBeGreaterThan(first.version);
    expect(moved.state).toEqual({ groups: { by_seller: { busy: { orders: '10 or more', amount: 'below 0.5' } } } });
  });

  it('loses the document of a tenant that goes, and all when it goes or moves [GRP-03] [GRP-06]', async () => {
    await harness.write(org, 's/other', { upsert: [{ id: 'own' }] });
    const { body } = await harness.deletions.begin('s/prod/t2', harness.call(org));
    await harness.finish(org, (JSON.parse(body) as { id: string }).id);
    while (await harness.summaryWorker.turn());
    expect((await published('s/board')).map(({ id }) => id)).toEqual(['own', 's/prod/t1']);
    await put('s/prod/*', 's/other');
    await sweep();
    expect((await published('s/board')).map(({ id }) => id)).toEqual(['own']);
    expect((await published('s/other')).map(({ id }) => id)).toEqual(['own', 's/prod/t1']);
    await harness.summaries.delete({ namespace: 's/prod/*' }, harness.call(org));
    expect(await refused(harness.summaries.get({ namespace: 's/prod/*' }, harness.call(org)))).toMatchObject({
      code: 'not_found',
    });
    await sweep();
    expect((await published('s/other')).map(({ id }) => id)).toEqual(['own']);
  });

  it('makes the namespace of its documents when it can be kept, as a first document would [GRP-03] [GRP-06]', async () => {
    const found = (namespace: string) => harness.namespaces.readState({ organization: org, namespace });
    await putGroup(harness, org, 'm/prod/*', 'by_seller', bySeller);
    await orders('m/prod/t1', 'busy', 6);
    expect(await refused(put('m/prod/*', 'm/board', { bands: {} }))).toMatchObject({ code: 'invalid_request' });
    expect(await found('m/board')).toMatchObject({ exists: false });
    await put('m/prod/*', 'm/board');
    expect(await found('m/board')).toMatchObject({ exists: true });
    await sweep();
    expect((await published('m/board')).map(({ id }) => id)).toEqual(['m/prod/t1']);
    await harness.namespaces.make('m/going', harness.call(org));
    await harness.deletions.begin('m/going', harness.call(org));
    expect(await refused(put('m/prod/*', 'm/going'))).toMatchObject({ details: { reason: 'deleting' } });
  });

  it('whose place is deleted says so once, and is written again when there is one [GRP-04]', async () => {
    await harness.write(org, 'f/board', { upsert: [{ id: 'own' }] });
    await putGroup(harness, org, 'f/prod/*', 'by_seller', bySeller);
    await orders('f/prod/t1', 'busy', 6);
    await orders('f/prod/t2', 'busy', 6);
    await put('f/prod/*', 'f/board');
    await sweep();
    const { body } = await harness.deletions.begin('f/board', harness.call(org));
    await sweep();
    const failed = { namespace: 'f/board', template: 'f/prod/*' };
    expect(await failures()).toEqual([{ ...failed, reason: 'deleting' }]);
    await harness.finish(org, (JSON.parse(body) as { id: string }).id);
    await sweep();
    expect(await harness.summaries.get({ namespace: 'f/prod/*' }, harness.call(org))).toMatchObject({
      failure: 'not_found',
    });
    expect(await failures()).toHaveLength(1);
    await harness.write(org, 'f/board', { upsert: [{ id: 'own' }] });
    await sweep();
    expect((await published('f/board')).map(({ id }) => id)).toEqual(['f/prod/t1', 'f/prod/t2', 'own']);
    expect(await harness.summaries.get({ namespace: 'f/prod/*' }, harness.call(org))).toMatchObject({
      failing_since: null,
      failure: null,
    });
  });

  it('is written once although its process is killed before each commit [GRP-03]', async () => {
    await harness.write(org, 'k/board', { upsert: [{ id: 'own' }] });
    await putGroup(harness, org, 'k/prod/*', 'by_seller', bySeller);
    for (const tenant of ['t1', 't2', 't3']) await orders(`k/prod/${tenant}`, 'busy', 6);
    await put('k/prod/*', 'k/board');
    await harness.countGroups();
    for (let kills = 0; kills < 3; kills++) {
      armKillPoints((name) => {
        if (name === 'documents.summary.before-commit') throw new Error('killed');
      });
      await expect(harness.summaryWorker.turn()).rejects.toThrow('killed');
      armKillPoints(() => undefined);
      await harness.database.query('update summary set lease_until = null');
      await harness.summaryWorker.turn();
    }
    expect((await published('k/board')).map(({ id }) => id)).toEqual(['k/prod/t1', 'k/prod/t2', 'k/prod/t3', 'own']);
  });

  it('refuses what it could not publish in bands [GRP-06]', async () => {
    const reason = async (prefix: string, into: string, others: Partial<SummaryBody> = {}) => {
      const { code, details } = await refused(put(prefix, into, others));
      return [details.reason ?? code, details.path];
    };
    await harness.write(org, 'r/board', { upsert: [{ id: 'own' }] });
    await putGroup(harness, org, 'r/prod/*', 'by_seller', bySeller);
    expect(await reason('r/prod/*', 'r/prod/t1')).toEqual(['bad_namespace', '/into']);
    expect(await reason('r/prod/*', 'r/board', { groups: ['nope'], bands: {} })).toEqual(['unknown_path', '/groups/0']);
    const orders = [1];
    expect(await reason('r/prod/*', 'r/board', { bands: { by_seller: { orders } } })).toEqual([
      ...['missing_field', '/bands/by_seller/amount'],
    ]);
    expect(await reason('r/prod/*', 'r/board', { bands: { by_seller: { orders: [2, 1], amount: [1] } } })).toEqual([
      ...['bad_bounds', '/bands/by_seller/orders'],
    ]);
    expect(await reason('r/prod/*', 'r/board', { bands: { ...bands, other: {} } })).toEqual([
      ...['unknown_field', '/bands/other'],
    ]);
    const query = { namespace: 'r/prod/*', summary: { into: 'r/board', groups: ['by_seller'], bands } };
    expect(await refused(harness.summaries.put(query, harness.call(org, undefined, 'developer')))).toMatchObject({
      code: 'plan_required',
    });
  });
});
