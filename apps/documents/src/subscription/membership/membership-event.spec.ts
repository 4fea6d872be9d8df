import { compileInForce } from '../../namespace/snapshot/in-force';
import { OrganizationSnapshot } from '../../namespace/snapshot/snapshot.store';
import { SubscriptionIndex } from '../lookup/subscription-index';
import { Move, eventOf } from './membership-event';

const snapshot: OrganizationSnapshot = {
  organization: 'org_1',
  revision: 1,
  judgments: [],
  fits: [],
  overrides: [],
  deferred: new Map(),
  readers: [],
  waiting: [],
  leftOut: {},
  subscriptions: new Map(),
  groups: new Map(),
};
const inForce = compileInForce('a/b', snapshot, { engines: [], epochs: new Map() });
const row = { id: '1', scope: 'a/b', name: 's', revision: 1, filter: {}, endpoint: null, min_hold_ms: null };
const stored = { ...row, events: ['entered'], include: ['attributes', 'answers'], quiet: false, settling: false };
const [subscription] = new SubscriptionIndex([stored], () => []).all;

/** The body of the event about a document with this text. */
function bodyOf(text: string): { bytes: number; data: Record<string, unknown> } {
  const at = '2026-03-04T09:30:00.000Z';
  const document = { id: 'd', version: 1, attributes: { text }, state: {}, images: {}, bytes: 0 };
  const move: Move = {
    subscription,
    document: { ...document, created_at: at, updated_at: at },
    answers: new Map(),
    paused: false,
    entered: true,
    cause: 'document',
  };
  const { id, type, timestamp, data } = eventOf(inForce, move, 7, Date.parse(at), 'https://api.example/v1');
  const bytes = Buffer.byteLength(JSON.stringify({ id, type, timestamp, data }));
  return { bytes, data: data as Record<string, unknown> };
}

describe('the event of a membership', () => {
  it('is whole up to 63 KB in bytes and short from the next byte on, in any letters [SUB-05] [DLV-16]', () => {
    const spare = 63 * 1024 - bodyOf('').bytes;
    for (const letter of ['a', '\u{E9}', '\u{1F600}']) {
      const width = Buffer.byteLength(letter);
      const text = letter.repeat(Math.floor(spare / width)) + 'b'.repeat(spare % width);
      const just = bodyOf(text);
      expect(just.bytes).toBe(63 * 1024);
      expect(just.data).toMatchObject({ attributes: { text }, answers: {} });
      const past = bodyOf(`${text}b`);
      expect(past.bytes).toBeLessThan(1024);
      expect(past.data).toEqual({
        namespace: 'a/b',
        subscription: 's',
        document: 'd',
        sequence: 7,
        cause: 'document',
        truncated: true,
        url: 'https://api.example/v1/namespaces/a%2Fb/documents/d',
      });
    }
  });
});
