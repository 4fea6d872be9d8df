import type { Problem } from '@app/problem';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { Summaries } from '../testing/summaries';

let harness: DocumentsHarness;
let summaries: Summaries;
const org = 'org_overlap';

beforeAll(async () => {
  harness = await openDocuments();
  summaries = new Summaries(harness, org);
}, 60_000);
afterAll(() => harness.close());

function refused(work: Promise<unknown>): Promise<Pick<Problem, 'code' | 'details'>> {
  return work.then(
    () => Promise.reject(new Error('nothing was refused')),
    (error: unknown) => error as Problem,
  );
}

describe('summaries that overlap', () => {
  it('are refused in one place, and each may be changed that stands [REL-F4]', async () => {
    await summaries.putGroup('a/*');
    await summaries.makeTenants('a/p', ['t1']);
    await summaries.put('a/*', 'board/a');
    const details = { reason: 'summary_overlaps', path: '/into', summaries: ['a/*'] };
    expect(await refused(summaries.put('a/p/*', 'board/a'))).toMatchObject({ code: 'conflict', details });
    await summaries.put('a/p/*', 'board/b');
    expect(await refused(summaries.put('a/p/*', 'board/a'))).toMatchObject({ details });
    await summaries.put('a/*', 'board/a', { bands: { by_seller: { orders: [3] } } });
    expect(await summaries.get('a/p/*')).toMatchObject({ into: 'board/b' });
  });

  it('one of two at once is refused [REL-F4]', async () => {
    await summaries.putGroup('b/*');
    for (let round = 0; round < 5; round++) {
      const tries = [summaries.put(`b/${round}/*`, 'board/c'), summaries.put(`b/${round}/p/*`, 'board/c')];
      const done = await Promise.allSettled(tries);
      expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const failed = done.find((one) => one.status === 'rejected')!;
      expect((failed as PromiseRejectedResult).reason).toMatchObject({ details: { reason: 'summary_overlaps' } });
    }
  });

  it('of before the upgrade: the older goes on, the newer fails and writes nothing, and takes over [REL-F4]', async () => {
    await summaries.putGroup('c/*');
    await summaries.makeTenants('c/p', ['t1', 't2']);
    await summaries.makeTenants('c', ['t3']);
    await summaries.put('c/p/*', 'board/d');
    await summaries.put('c/*', 'board/away');
    await summaries.sweep();
    // As a build before wrote them: both know the documents of the tenants that they share.
    await harness.database.query(
      `update summary set body = jsonb_set(body, '{into}', '"board/d"') where scope = 'c/*'`,
    );
    await harness.database.query(
      `update summary_document set place = 'board/d', born = null where place = 'board/away'`,
    );
    await harness.database.query(`update summary set created_at = created_at + interval '1 s' where scope = 'c/*'`);
    await summaries.sweep();
    const before = await summaries.documents('board/d');
    expect(before.map(({ id }) => id)).toEqual(['c/p/t1', 'c/p/t2']);
    const hidden = { failure: 'summary_overlaps', failing_since: expect.any(String), failing_tenant: null };
    expect(await summaries.get('c/*')).toMatchObject(hidden);
    expect(await summaries.get('c/p/*')).toMatchObject({ failing_since: null });
    expect(await refused(summaries.put('c/*', 'board/d'))).toMatchObject({ details: { summaries: ['c/p/*'] } });
    await summaries.sweep();
    expect((await summaries.documents('board/d')).map(({ version }) => version)).toEqual(
      before.map(({ version }) => version),
    );
    expect(await summaries.failures()).toEqual([{ namespace: 'board/d', template: 'c/*', reason: 'summary_overlaps' }]);
    await summaries.delete('c/p/*');
    await summaries.sweepDue();
    const after = await summaries.documents('board/d');
    expect(after.map(({ id }) => id)).toEqual(['c/p/t1', 'c/p/t2', 'c/t3']);
    expect(after[0].version).toBe(before[0].version);
    expect(await summaries.get('c/*')).toMatchObject({ failing_since: null });
  });

  it('of before the upgrade: the newer one goes without the documents of the older [REL-F4]', async () => {
    await summaries.putGroup('d/*');
    await summaries.makeTenants('d/p', ['t1']);
    await summaries.put('d/*', 'board/e');
    await summaries.put('d/p/*', 'board/away');
    await summaries.sweep();
    await harness.database.query(
      `update summary set body = jsonb_set(body, '{into}', '"board/e"') where scope = 'd/p/*'`,
    );
    await harness.database.query(
      `update summary_document set place = 'board/e', born = null where place = 'board/away' and tenant like 'd/%'`,
    );
    await summaries.delete('d/p/*');
    await summaries.sweepDue();
    expect(await summaries.ids('board/e')).toEqual(['d/p/t1']);
  });

  it('one after the other waits for the documents of the first to go [REL-F4]', async () => {
    await summaries.putGroup('e/*');
    await summaries.makeTenants('e/p', ['t1']);
    await summaries.put('e/p/*', 'board/f');
    await summaries.sweep();
    await summaries.delete('e/p/*');
    await summaries.put('e/*', 'board/f');
    await harness.database.query(`update summary set next_at = app.now() - interval '1 s' where scope = 'e/*'`);
    await summaries.sweepDue();
    expect(await summaries.get('e/*')).toMatchObject({ failing_since: null });
    await summaries.sweep();
    expect(await summaries.ids('board/f')).toEqual(['e/p/t1']);
  });
});
