import fc from 'fast-check';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { membersOf, raisedMoves, subscribe } from '../../testing/subscriptions';

let harness: DocumentsHarness;
const org = 'org_flip';

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

describe('one document that flips fifty times', () => {
  it('raises events of which the highest sequence is right, in whatever order they arrive [SUB-04]', async () => {
    const ns = 'flip/one';
    const put = (on: boolean, n: number) =>
      harness.write(org, ns, { upsert: [{ id: 'd', attributes: { on, n } }] }, n % 2 ? undefined : `effect_${n}`);
    await put(false, 0);
    await subscribe(harness, org, ns, 'on', { filter: { 'attributes.on': true } });
    for (let n = 1; n <= 50; n++) await put(n % 2 === 1, n);
    // Then by many writers at the same time, in any order.
    await Promise.all(Array.from({ length: 12 }, (_, n) => put(n % 2 === 1, 100 + n)));
    const events = await raisedMoves(harness, org, ns);
    expect(events.length).toBeGreaterThanOrEqual(50);
    const types = events.map(({ type }) => type);
    expect(types.every((type, at) => type === (at % 2 === 0 ? 'entered' : 'exited'))).toBe(true);
    const isMember = (await membersOf(harness, org, ns, 'on')).length === 1;
    const { documents } = await harness.query(org, ns, { filter: { 'attributes.on': true } });
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (arrived) => {
        const highest = arrived.reduce((kept, one) => (one.sequence > kept.sequence ? one : kept));
        return (highest.type === 'entered') === isMember && isMember === (documents.length === 1);
      }),
      { numRuns: 50 },
    );
    expect(new Set(events.map(({ sequence }) => sequence)).size).toBe(events.length);
  }, 60_000);
});
