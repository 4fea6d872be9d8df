import { streams } from '@app/contracts/catalogue';
import { nanos } from 'nats';
import { defaultBounds } from './stream-bounds';
import { ensureDurable, ensureStream } from './streams';
import { TestHarness, openHarness } from './test-harness.fake';

describe('a stream', () => {
  const stream = streams().find(({ name }) => name === 'billing')!;
  let harness: TestHarness;
  beforeAll(async () => (harness = await openHarness('billing')));
  afterAll(() => harness.close());
  const config = async () => (await harness.bus.connection.jsm.streams.info(stream.name)).config;

  it('has the bounds of the installation, also when it was made with others [defect S-M6]', async () => {
    const { jsm } = harness.bus.connection;
    expect(await config()).toMatchObject({ max_bytes: defaultBounds.maxBytes, num_replicas: 1 });
    await ensureStream(jsm, stream, { ...defaultBounds, maxBytes: 64 * 1024 * 1024, maxAgeMs: 3_600_000 });
    expect(await config()).toMatchObject({ max_bytes: 64 * 1024 * 1024, max_age: nanos(3_600_000) });
    // The process that owns it gives it its own again.
    await ensureStream(jsm, stream, defaultBounds);
    expect(await config()).toMatchObject({ max_bytes: defaultBounds.maxBytes, max_age: nanos(defaultBounds.maxAgeMs) });
  });

  it('keeps its creation time when its bounds change: no fact is published again for that', async () => {
    const { jsm } = harness.bus.connection;
    const { created } = await jsm.streams.info(stream.name);
    const changed = await ensureStream(jsm, stream, { ...defaultBounds, maxBytes: 128 * 1024 * 1024 });
    expect(changed.created).toBe(created);
  });
});

describe('a durable', () => {
  it('has the wait for acknowledgements of the installation, also when it was made with another', async () => {
    const owner = await openHarness('billing');
    const [durable] = streams().find(({ name }) => name === 'billing')!.durables;
    const consumer = await openHarness(durable.consumer);
    const { jsm } = consumer.bus.connection;
    const wait = async () => (await jsm.consumers.info(durable.stream, durable.name)).config.ack_wait;
    await ensureDurable(jsm, durable, { ...defaultBounds, ackWaitMs: 5_000 });
    expect(await wait()).toBe(nanos(5_000));
    await ensureDurable(jsm, durable);
    expect(await wait()).toBe(nanos(30_000));
    await consumer.close();
    await owner.close();
  });
});
