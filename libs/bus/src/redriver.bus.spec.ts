import { durableName } from '@app/contracts';
import { documentDeleted } from '@app/contracts/documents';
import { addToOutbox, factRow } from '@app/persistence';
import { Problem } from '@app/problem';
import { eventually } from '@app/testing';
import { DeadLetters, ShownFact } from './dead-letters';
import { TestHarness, log, onDeletedDocument, openHarness } from './test-harness.fake';

const organization = 'org_redrive';
const fact = (id: string) => ({ organization, namespace: 'n', documents: [{ id, version: 1 }] });

/** The error that the handler throws for the fact `poison`; null once it is mended. */
let fault: Error | null;
let received: { id: string; attempt: number }[];
let judgments: TestHarness;
let documents: TestHarness;
let dead: DeadLetters;

const consuming = onDeletedDocument(organization, async (id, { attempt }) => {
  if (id === 'poison' && fault) throw fault;
  received.push({ id, attempt });
});

async function publish(...ids: string[]): Promise<void> {
  await documents.database.transaction('spec', (tx) =>
    addToOutbox(
      tx,
      ids.map((id) => factRow(documentDeleted, fact(id))),
    ),
  );
  documents.bus.relay.wake();
}

/** Waits until there is one dead fact that matches. */
function deadOnce(expected: Partial<ShownFact>): Promise<ShownFact> {
  return eventually(async () => {
    const found = await dead.list(10);
    expect(found).toMatchObject([expected]);
    return found[0];
  }, 15_000);
}

async function gauge(name: string): Promise<number> {
  await judgments.metrics.measures.find(({ names }) => names.includes(name))?.take();
  const metric = await judgments.metrics.registry.getSingleMetric(name)?.get();
  return Number(metric?.values[0].value);
}

describe('a dead fact', () => {
  beforeEach(async () => {
    received = [];
    judgments = await openHarness('judgments', [consuming]);
    documents = await openHarness('documents');
    dead = new DeadLetters(judgments.database);
    // An invalid fact dies at its first failure, which saves the spec four waits.
    fault = new Problem('invalid_request', 'This can never be read.');
    await publish('poison');
    await deadOnce({ failures: 1, redrivenAt: null, subject: documentDeleted.subject });
  }, 30_000);

  afterEach(() => Promise.all([documents.close(), judgments.close()]));

  it('is handled when an operator redrives it after the fault is mended, and its row goes', async () => {
    expect(await gauge('judgment_bus_dead_rows')).toBe(1);
    expect(await gauge('judgment_bus_dead_oldest_seconds')).toBeGreaterThan(0);
    fault = null;
    const [{ id }] = await dead.list(1);
    expect(await dead.redrive(id)).toBe(true);
    await eventually(async () => expect(await dead.list(1)).toEqual([]), 15_000);
    expect(received).toEqual([{ id: 'poison', attempt: 2 }]);
    expect(await gauge('judgment_bus_dead_rows')).toBe(0);
    expect(await gauge('judgment_bus_dead_oldest_seconds')).toBe(0);
  }, 30_000);

  it('stays dead while no operator redrives it', async () => {
    fault = null;
    await publish('other');
    await eventually(() => expect(received).toEqual([{ id: 'other', attempt: 1 }]), 15_000);
    await new Promise((resolve) => setTimeout(resolve, 2500)); // two turns of the redriver and more
    expect(received).toHaveLength(1);
    await deadOnce({ failures: 1, redrivenAt: null });
  }, 30_000);

  it('is dead again when it fails again, with the new reason', async () => {
    fault = new TypeError('another fault');
    const [{ id }] = await dead.list(1);
    expect(await dead.redriveAll()).toBe(1);
    await deadOnce({ reason: 'TypeError: another fault', failures: 2, redrivenAt: null });
    const lines = () => log.lines().filter(({ event, fact: own }) => event === 'fact.redriven' && own === id);
    const durable = durableName(documentDeleted, 'judgments');
    await eventually(() =>
      expect(lines()).toEqual([
        expect.objectContaining({ level: 'error', durable, outcome: 'defect', failures: 1, again_in_ms: null }),
      ]),
    );
    expect(received).toEqual([]);
    fault = null;
    expect(await dead.redriveAll()).toBe(1);
    await eventually(async () => expect(await dead.list(1)).toEqual([]), 15_000);
    expect(received).toEqual([{ id: 'poison', attempt: 3 }]);
  }, 30_000);

  it('is tried again while another service is unavailable', async () => {
    fault = new Problem('unavailable', 'It is away.');
    await dead.redriveAll();
    const waiting = await deadOnce({ reason: 'Problem: It is away.', failures: 2 });
    expect(waiting.redrivenAt).not.toBeNull();
    fault = null;
    await eventually(async () => expect(await dead.list(1)).toEqual([]), 15_000);
    expect(received).toEqual([{ id: 'poison', attempt: expect.any(Number) as number }]);
  }, 30_000);

  it('delays no live fact while it is handled again', async () => {
    let began = false;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = await openHarness('calibration', [
      onDeletedDocument(organization, async (id, { attempt }) => {
        if (attempt > 1) {
          began = true;
          await held;
        }
        received.push({ id, attempt });
      }),
    ]);
    try {
      const own = new DeadLetters(slow.database);
      const consumer = durableName(documentDeleted, 'calibration');
      const payload = JSON.stringify(fact('held'));
      await own.keep({ consumer, subject: documentDeleted.subject, payload, headers: {}, reason: 'was', failures: 5 });
      await own.redriveAll();
      await eventually(() => expect(began).toBe(true));
      expect(await own.take()).toBeNull(); // leased to the process that handles it
      await publish('live');
      await eventually(() => expect(received).toContainEqual({ id: 'live', attempt: 1 }));
      expect(received).not.toContainEqual({ id: 'held', attempt: 6 });
      release();
      await eventually(async () => expect(await own.list(1)).toEqual([]));
      expect(received).toContainEqual({ id: 'held', attempt: 6 });
    } finally {
      release();
      await slow.close();
    }
  }, 30_000);

  it('stays dead with a reason when its consumer no longer exists', async () => {
    await dead.forget((await dead.list(1))[0].id);
    const consumer = 'judgments--gone';
    await dead.keep({ consumer, subject: 'x', payload: '{\u0000', headers: {}, reason: 'was', failures: 5 });
    await dead.redriveAll();
    await deadOnce({ reason: 'Error: judgments--gone is no consumer of this service any more', redrivenAt: null });
  }, 30_000);
});
