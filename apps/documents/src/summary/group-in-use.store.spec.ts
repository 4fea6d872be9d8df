import type { Problem } from '@app/problem';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { Summaries } from '../testing/summaries';

let harness: DocumentsHarness;
let summaries: Summaries;
const org = 'org_in_use';

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

describe('a group that a summary publishes', () => {
  const counted = { aggregate: 'count' };

  it('cannot be deleted, nor get an aggregate without edges [REL-F9]', async () => {
    await summaries.putGroup('g/*');
    await summaries.put('g/p/*', 'board/g');
    const drop = (scope: string) => harness.groups.delete({ namespace: scope, name: 'by_seller' }, harness.call(org));
    const more = { key: 'attributes.seller', aggregates: { orders: counted, late: counted } };
    const inUse = { reason: 'in_use', summaries: ['g/p/*'] };
    expect(await refused(drop('g/*'))).toMatchObject({ code: 'conflict', details: inUse });
    expect(await refused(summaries.putGroup('g/*', more))).toMatchObject({
      details: { ...inUse, path: '/aggregates/late' },
    });
    expect(
      (await harness.groups.get({ namespace: 'g/*', name: 'by_seller' }, harness.call(org))).aggregates,
    ).not.toHaveProperty('late');
    const both = { bands: { by_seller: { orders: [6], late: [3] } } };
    expect(await refused(summaries.put('g/p/*', 'board/g', both))).toMatchObject({
      details: { reason: 'unknown_field', path: '/bands/by_seller/late' },
    });
    await summaries.delete('g/p/*');
    await summaries.putGroup('g/*', more);
    await summaries.put('g/p/*', 'board/g', both);
    await summaries.putGroup('g/*', { key: 'attributes.seller', aggregates: { late: counted } });
    // A narrower group takes its place, and the wider one may go.
    expect(
      await refused(summaries.putGroup('g/p/*', { ...more, aggregates: { ...more.aggregates, n: counted } })),
    ).toMatchObject({
      details: { path: '/aggregates/n' },
    });
    await summaries.putGroup('g/p/*', more);
    await drop('g/*');
    expect(await refused(drop('g/p/*'))).toMatchObject({ details: inUse });
    await summaries.delete('g/p/*');
    await drop('g/p/*');
  });
});
