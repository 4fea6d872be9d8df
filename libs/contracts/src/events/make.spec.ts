import { fits } from '../check';
import { EventRaised } from './messages';
import { makeEvent, makeEventWithin, maxEventBytes } from './make';
import { sampleOf } from './sample';

const occasion = {
  id: 'evt_01933b0a7c0071d2a3b4c5d6e7f80915',
  organization: 'org_1',
  namespace: 'acme/prod/t1',
  timestamp: '2026-03-04T09:30:00.000Z',
};
const { namespace: _, ...change } = sampleOf('subscription.entered');
const textOf = (bytes: number): string => '\u{1f680}'.repeat(bytes / 4) + 'x'.repeat(bytes % 4);
const entered = (attributes: object): EventRaised =>
  makeEvent('subscription.entered', occasion, { ...change, attributes });
const bytesOf = ({ id, type, timestamp, data }: EventRaised): number =>
  Buffer.byteLength(JSON.stringify({ id, type, timestamp, data }));

describe('an event', () => {
  it('has its namespace as the first member of its data, and fits the message of the bus [FEED-02]', () => {
    const event = entered({});
    expect(fits(EventRaised, event, true)).toBeNull();
    expect(Object.entries(event.data)[0]).toEqual(['namespace', 'acme/prod/t1']);
    expect(event.endpoint).toBeNull();
  });

  it('of the organization has the namespace null in event and data', () => {
    const { namespace: none, ...about } = sampleOf('webhook_endpoint.failing');
    const event = makeEvent('webhook_endpoint.failing', { ...occasion, namespace: none }, about);
    expect([event.namespace, (event.data as { namespace: unknown }).namespace]).toEqual([null, null]);
  });

  it('may have 64 KB as the receiver gets it, counted in bytes, and no byte more', () => {
    const empty = bytesOf(entered({ text: '' }));
    expect(bytesOf(entered({ text: textOf(maxEventBytes - empty) }))).toBe(maxEventBytes);
    expect(() => entered({ text: textOf(maxEventBytes - empty + 1) })).toThrow('65537 bytes');
  });

  it('above its limit takes the shorter content, counted in bytes', () => {
    const make = (text: string): EventRaised =>
      makeEventWithin(1000, 'subscription.entered', occasion, { ...change, answers: {}, attributes: { text } }, () => ({
        ...change,
        answers: undefined,
        attributes: undefined,
        truncated: true,
      }));
    const rest = 1000 - bytesOf(make(''));
    expect(bytesOf(make(textOf(rest)))).toBe(1000);
    expect(make(textOf(rest + 1)).data).toMatchObject({ truncated: true, document: change.document });
    expect(JSON.parse(JSON.stringify(make(textOf(rest + 1)).data))).not.toHaveProperty('attributes');
  });

  it('of a wrong shape does not compile', () => {
    const { job } = sampleOf('job.completed');
    makeEvent('job.completed', occasion, { job });
    // @ts-expect-error data of another type
    makeEvent('namespace.budget_paused', occasion, { job });
    // @ts-expect-error a member that is not published
    makeEvent('job.completed', occasion, { job, result: {} });
    // @ts-expect-error an event of a subscription has a namespace
    makeEvent('subscription.exited', { ...occasion, namespace: null }, change);
    // @ts-expect-error an undeclared type
    expect(() => makeEvent('job.done', occasion, { job })).not.toThrow();
  });
});
