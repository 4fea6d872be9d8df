import fc from 'fast-check';
import { Room } from '../testing/documents';
import { membersOf, subscribe, told } from '../testing/subscriptions';

let room: Room;
const org = 'org_flip';

beforeAll(async () => {
  room = await Room.open();
}, 60_000);
afterAll(() => room.close());

describe('one document that flips fifty times', () => {
  it('raises events in a sequence whose highest is the truth, in whatever order it arrives [SUB-04]', async () => {
    const ns = 'flip/one';
    const put = (on: boolean, n: number) =>
      room.write(org, ns, { upsert: [{ id: 'd', attributes: { on, n } }] }, n % 2 ? undefined : `effect_${n}`);
    await put(false, 0);
    await subscribe(room, org, ns, 'on', { filter: { 'attributes.on': true } });
    for (let n = 1; n <= 50; n++) await put(n % 2 === 1, n);
    // And by many writers at once, whose order nobody knows.
    await Promise.all(Array.from({ length: 12 }, (_, n) => put(n % 2 === 1, 100 + n)));
    const heard = await told(room, org, ns);
    expect(heard.length).toBeGreaterThanOrEqual(50);
    const types = heard.map(({ type }) => type);
    expect(types.every((type, at) => type === (at % 2 === 0 ? 'entered' : 'exited'))).toBe(true);
    const isMember = (await membersOf(room, org, ns, 'on')).length === 1;
    const { documents } = await room.query(org, ns, { filter: { 'attributes.on': true } });
    fc.assert(
      fc.property(fc.shuffledSubarray(heard, { minLength: heard.length }), (arrived) => {
        const highest = arrived.reduce((kept, one) => (one.sequence > kept.sequence ? one : kept));
        return (highest.type === 'entered') === isMember && isMember === (documents.length === 1);
      }),
      { numRuns: 50 },
    );
    expect(new Set(heard.map(({ sequence }) => sequence)).size).toBe(heard.length);
  }, 60_000);
});
