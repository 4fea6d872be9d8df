import { eventually } from '@app/testing';
import { waitsMs } from '../delivery/schedule';
import { OpenWebhooks, eventIdsOf } from '../testing/open-webhooks';

let webhooks: OpenWebhooks;
const dayMs = 24 * 3600 * 1000;

beforeAll(async () => {
  webhooks = await OpenWebhooks.open();
});
afterEach(() => webhooks.clear());
afterAll(() => webhooks.close());

const untilNext = async (endpointId: string): Promise<number> => {
  const [{ next_attempt_at: next }] = await webhooks.log(endpointId);
  return Date.parse(String(next)) - webhooks.now();
};
/** Waits for the end of an attempt. The log counts it in `attempts` when it begins, and sets `attempted_at` when it ends. */
const attempted = (endpointId: string, attempts: number, notBeforeMs: number): Promise<void> =>
  eventually(async () => {
    const entries = await webhooks.log(endpointId);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      expect(entry).toMatchObject({ attempts, status_code: 500 });
      expect(Date.parse(String(entry.attempted_at))).toBeGreaterThanOrEqual(notBeforeMs);
    }
  });

describe('the nine attempts', () => {
  it('are made over 68 hours, each after its wait, with a restart between any two, and there is no tenth [DLV-05] [DLV-06] [DLV-07]', async () => {
    const receiver = await webhooks.answering(500);
    const { id } = await webhooks.endpoint(receiver);
    const marking = await webhooks.answering(204);
    const marker = await webhooks.endpoint(marking, { events: [] });
    let dueMs = webhooks.now();
    const event = await webhooks.raise();
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await attempted(id, attempt, dueMs);
      const [{ attempted_at: at, next_attempt_at: next }] = await webhooks.log(id);
      dueMs = Date.parse(String(next));
      const waitMs = dueMs - Date.parse(String(at));
      const stepMs = waitsMs[attempt - 1];
      expect(waitMs).toBeGreaterThanOrEqual(0.8 * stepMs);
      expect(waitMs).toBeLessThanOrEqual(1.2 * stepMs);
      await webhooks.restart();
      if (stepMs > 60_000) {
        // Stops a minute before the attempt: the requests below take less than that.
        await webhooks.moveClock(dueMs - webhooks.now() - 60_000);
        // A delivery that is due is sent, and this one is not due yet.
        const due = await webhooks.raise({ type: 'subscription.entered', endpoint: marker.id });
        await eventually(() => expect(eventIdsOf(marking)).toContain(due.id));
        expect(receiver.deliveries).toHaveLength(attempt);
      }
      await webhooks.moveClock(Math.max(0, dueMs - webhooks.now()));
      await eventually(() => expect(receiver.deliveries).toHaveLength(attempt + 1));
    }
    await eventually(async () => expect(await webhooks.log(id)).toMatchObject([{ status: 'failed', attempts: 9 }]));
    expect((await webhooks.log(id))[0]).not.toHaveProperty('next_attempt_at');
    await webhooks.restart();
    await webhooks.moveClock(10 * dayMs);
    const last = await webhooks.raise();
    await eventually(() => expect(eventIdsOf(receiver)).toEqual([...new Array<string>(9).fill(event.id), last.id]));
  }, 60_000);

  it('of many deliveries spread over the whole jitter [DLV-05]', async () => {
    const receiver = await webhooks.answering(500);
    const { id } = await webhooks.endpoint(receiver);
    const raisedMs = webhooks.now();
    for (let i = 0; i < 40; i += 1) await webhooks.raise();
    await eventually(() => expect(receiver.deliveries).toHaveLength(40));
    await attempted(id, 1, raisedMs);
    const waits = (await webhooks.log(id)).map(
      ({ next_attempt_at: next, attempted_at: at }) => Date.parse(String(next)) - Date.parse(String(at)),
    );
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(4_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(6_000);
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(0.3 * 2_000);
  });
});

describe('a pause that a receiver asks for', () => {
  const inTwoMinutes = (): string => new Date(webhooks.now() + 120_000).toUTCString();

  it.each([
    ['given in seconds', () => '120', 120_000],
    ['given as a date', inTwoMinutes, 120_000],
    ['longer than five minutes', () => '3600', 300_000],
    ['not given', undefined, 5_000],
  ])(
    '%s delays every delivery to its endpoint, also after a restart, and no other endpoint [DLV-08] [DLV-17] [DLV-18]',
    async (_how, value, pauseMs) => {
      const answers: number[] = [429];
      const arrivedAtMs: number[] = [];
      const paused = await webhooks.receiver((response) => {
        arrivedAtMs.push(webhooks.now());
        const retryAfter = value?.();
        response.writeHead(answers.shift() ?? 204, retryAfter ? { 'retry-after': retryAfter } : {}).end();
      });
      const free = await webhooks.answering(204);
      const { id } = await webhooks.endpoint(paused, { events: ['job.*'] });
      await webhooks.endpoint(free, { events: ['job.*'] });
      const first = await webhooks.raise();
      await eventually(async () => expect(await webhooks.log(id)).toMatchObject([{ attempts: 1, status_code: 429 }]));
      const second = await webhooks.raise();
      await eventually(() => expect(eventIdsOf(free)).toEqual([first.id, second.id]));
      await webhooks.restart();
      await webhooks.moveClock(pauseMs - 3_000);
      const third = await webhooks.raise();
      await eventually(() => expect(eventIdsOf(free)).toEqual([first.id, second.id, third.id]));
      // The refused delivery waits for the pause, and at least for its own wait of 5 s.
      const [refused] = (await webhooks.log(id)).filter(({ event_id: eventId }) => eventId === first.id);
      const waitMs = Date.parse(String(refused.next_attempt_at)) - Date.parse(String(refused.attempted_at));
      expect(waitMs).toBeGreaterThanOrEqual(Math.max(pauseMs - 1_500, 4_000));
      expect(waitMs).toBeLessThanOrEqual(Math.max(pauseMs, 6_000) + 500);
      await webhooks.moveClock(5_000);
      await eventually(() => expect(new Set(eventIdsOf(paused))).toEqual(new Set([first.id, second.id, third.id])));
      // None arrived before the pause was over. A date has whole seconds, hence the margin.
      const [refusedAtMs, ...laterMs] = arrivedAtMs;
      expect(Math.min(...laterMs)).toBeGreaterThanOrEqual(refusedAtMs + pauseMs - 1_500);
    },
  );

  it('does not shorten a longer wait of the schedule [DLV-17]', async () => {
    const receiver = await webhooks.answering(503, { 'retry-after': '60' });
    const { id } = await webhooks.endpoint(receiver);
    await webhooks.raise();
    await eventually(async () => expect(await webhooks.log(id)).toMatchObject([{ attempts: 1, status_code: 503 }]));
    await webhooks.moveClock(61_000);
    await eventually(async () => expect(await webhooks.log(id)).toMatchObject([{ attempts: 2 }]));
    await eventually(() => expect(receiver.deliveries).toHaveLength(2));
    await eventually(async () => expect(await untilNext(id)).toBeGreaterThan(200_000));
  });

  it('ends sending with the response, however many deliveries are claimed [DLV-08]', async () => {
    let requests = 0;
    const receiver = await webhooks.receiver((response) => {
      requests += 1;
      response.writeHead(requests === 8 ? 503 : 204, { 'retry-after': '200' }).end();
    });
    const { id } = await webhooks.endpoint(receiver, { max_per_second: 10 });
    for (let i = 0; i < 25; i += 1) await webhooks.raise();
    await eventually(async () => {
      const entries = await webhooks.log(id, 'pending');
      expect(entries.filter(({ status_code: code }) => code === 503)).toHaveLength(1);
    });
    const before = receiver.deliveries.length;
    await webhooks.moveClock(150_000);
    const marker = await webhooks.answering(204);
    await webhooks.endpoint(marker);
    await webhooks.raise();
    await eventually(() => expect(marker.deliveries).toHaveLength(1));
    expect(receiver.deliveries).toHaveLength(before);
    // The eighth, and at most the deliveries that were in flight when its response came.
    expect(before).toBeLessThan(12);
    await webhooks.moveClock(51_000);
    await eventually(async () => expect(await webhooks.log(id, 'pending')).toEqual([]));
  });
});
