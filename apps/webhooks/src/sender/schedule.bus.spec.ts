import { eventually } from '@app/testing';
import { waitsMs } from '../delivery/schedule';
import { OpenWebhooks, idsOf } from '../testing/open-webhooks';

let rig: OpenWebhooks;
const dayMs = 24 * 3600 * 1000;

beforeAll(async () => {
  rig = await OpenWebhooks.open();
});
afterEach(() => rig.clear());
afterAll(() => rig.close());

const untilNext = async (endpointId: string): Promise<number> => {
  const [{ next_attempt_at: next }] = await rig.log(endpointId);
  return Date.parse(String(next)) - rig.now();
};
const attempted = (endpointId: string, attempts: number): Promise<void> =>
  eventually(async () => {
    const entries = await rig.log(endpointId);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      expect(entry).toMatchObject({ attempts, status_code: 500 });
      expect(Date.parse(String(entry.attempted_at))).toBeGreaterThan(rig.now() - 60_000);
    }
  });

describe('the nine attempts', () => {
  it('come over 68 hours, each after its step, with a restart between any two, and never again [DLV-05] [DLV-06] [DLV-07]', async () => {
    const receiver = await rig.answering(500);
    const { id } = await rig.endpoint(receiver);
    const marking = await rig.answering(204);
    const marker = await rig.endpoint(marking, { events: [] });
    const event = await rig.raise();
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await attempted(id, attempt);
      const [{ attempted_at: at, next_attempt_at: next }] = await rig.log(id);
      const nextAtMs = Date.parse(String(next));
      const waitMs = nextAtMs - Date.parse(String(at));
      const stepMs = waitsMs[attempt - 1];
      expect(waitMs).toBeGreaterThanOrEqual(0.8 * stepMs);
      expect(waitMs).toBeLessThanOrEqual(1.2 * stepMs);
      await rig.restart();
      if (stepMs > 60_000) {
        // A minute before it: what is asked meanwhile takes no minute of real time.
        await rig.move(nextAtMs - rig.now() - 60_000);
        // What is due now goes, and this is not.
        const due = await rig.raise({ type: 'subscription.entered', endpoint: marker.id });
        await eventually(() => expect(idsOf(marking)).toContain(due.id));
        expect(receiver.deliveries).toHaveLength(attempt);
      }
      await rig.move(Math.max(0, nextAtMs - rig.now()));
      await eventually(() => expect(receiver.deliveries).toHaveLength(attempt + 1));
    }
    await eventually(async () => expect(await rig.log(id)).toMatchObject([{ status: 'failed', attempts: 9 }]));
    expect((await rig.log(id))[0]).not.toHaveProperty('next_attempt_at');
    await rig.restart();
    await rig.move(10 * dayMs);
    const last = await rig.raise();
    await eventually(() => expect(idsOf(receiver)).toEqual([...new Array<string>(9).fill(event.id), last.id]));
  }, 60_000);

  it('of many deliveries spread over the width of the jitter [DLV-05]', async () => {
    const receiver = await rig.answering(500);
    const { id } = await rig.endpoint(receiver);
    for (let i = 0; i < 40; i += 1) await rig.raise();
    await eventually(() => expect(receiver.deliveries).toHaveLength(40));
    await attempted(id, 1);
    const waits = (await rig.log(id)).map(
      ({ next_attempt_at: next, attempted_at: at }) => Date.parse(String(next)) - Date.parse(String(at)),
    );
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(4_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(6_000);
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(0.3 * 2_000);
  });
});

describe('a pause that a receiver asks for', () => {
  const inTwoMinutes = (): string => new Date(rig.now() + 120_000).toUTCString();

  it.each([
    ['in seconds', () => '120', 120_000],
    ['as a date', inTwoMinutes, 120_000],
    ['past the ceiling', () => '3600', 300_000],
    ['not at all', undefined, 5_000],
  ])(
    '%s holds every delivery to it, across a restart, and nobody else [DLV-08] [DLV-17] [DLV-18]',
    async (_how, value, pauseMs) => {
      const answers: number[] = [429];
      const arrivedAtMs: number[] = [];
      const paused = await rig.receiver((response) => {
        arrivedAtMs.push(rig.now());
        const retryAfter = value?.();
        response.writeHead(answers.shift() ?? 204, retryAfter ? { 'retry-after': retryAfter } : {}).end();
      });
      const free = await rig.answering(204);
      const { id } = await rig.endpoint(paused, { events: ['job.*'] });
      await rig.endpoint(free, { events: ['job.*'] });
      const first = await rig.raise();
      await eventually(async () => expect(await rig.log(id)).toMatchObject([{ attempts: 1, status_code: 429 }]));
      const second = await rig.raise();
      await eventually(() => expect(idsOf(free)).toEqual([first.id, second.id]));
      await rig.restart();
      await rig.move(pauseMs - 3_000);
      const third = await rig.raise();
      await eventually(() => expect(idsOf(free)).toEqual([first.id, second.id, third.id]));
      // The refused one waits at least the pause, and its own step of 5 s where that is later.
      const [refused] = (await rig.log(id)).filter(({ event_id: eventId }) => eventId === first.id);
      const waitMs = Date.parse(String(refused.next_attempt_at)) - Date.parse(String(refused.attempted_at));
      expect(waitMs).toBeGreaterThanOrEqual(Math.max(pauseMs - 1_500, 4_000));
      expect(waitMs).toBeLessThanOrEqual(Math.max(pauseMs, 6_000) + 500);
      await rig.move(5_000);
      await eventually(() => expect(new Set(idsOf(paused))).toEqual(new Set([first.id, second.id, third.id])));
      // Whatever real time has passed: none came before the pause was over; a date has whole seconds.
      const [refusedAtMs, ...laterMs] = arrivedAtMs;
      expect(Math.min(...laterMs)).toBeGreaterThanOrEqual(refusedAtMs + pauseMs - 1_500);
    },
  );

  it('is shorter than a later step, which stays [DLV-17]', async () => {
    const receiver = await rig.answering(503, { 'retry-after': '60' });
    const { id } = await rig.endpoint(receiver);
    await rig.raise();
    await eventually(async () => expect(await rig.log(id)).toMatchObject([{ attempts: 1, status_code: 503 }]));
    await rig.move(61_000);
    await eventually(async () => expect(await rig.log(id)).toMatchObject([{ attempts: 2 }]));
    await eventually(() => expect(receiver.deliveries).toHaveLength(2));
    await eventually(async () => expect(await untilNext(id)).toBeGreaterThan(200_000));
  });

  it('sends nothing more from the answer on, however much is claimed [DLV-08]', async () => {
    let asked = 0;
    const receiver = await rig.receiver((response) => {
      asked += 1;
      response.writeHead(asked === 8 ? 503 : 204, { 'retry-after': '200' }).end();
    });
    const { id } = await rig.endpoint(receiver, { max_per_second: 10 });
    for (let i = 0; i < 25; i += 1) await rig.raise();
    await eventually(async () => {
      const entries = await rig.log(id, 'pending');
      expect(entries.filter(({ status_code: code }) => code === 503)).toHaveLength(1);
    });
    const before = receiver.deliveries.length;
    await rig.move(150_000);
    const marker = await rig.answering(204);
    await rig.endpoint(marker);
    await rig.raise();
    await eventually(() => expect(marker.deliveries).toHaveLength(1));
    expect(receiver.deliveries).toHaveLength(before);
    // The eighth, and at most what was on its way when its answer came.
    expect(before).toBeLessThan(12);
    await rig.move(51_000);
    await eventually(async () => expect(await rig.log(id, 'pending')).toEqual([]));
  });
});
