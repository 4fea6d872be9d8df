import { Running } from '@app/boot';
import { ensureStream } from '@app/bus/testing';
import { streams } from '@app/contracts/catalogue';
import { connect } from 'nats';
import { testEnvironment } from './environment';

/** Makes the streams that other services own, so that a spec may publish in their name. */
export async function ensureStreams({ platform }: Pick<Running, 'platform'>): Promise<void> {
  for (const stream of streams()) await ensureStream(platform.bus.connection.jsm, stream);
}

/** Spec files share one bus: what the file before said is no news to this one. */
export async function purgeStreams(): Promise<void> {
  const ours = new Set<string>(streams().map(({ name }) => name));
  const nats = new URL(testEnvironment().natsUrl);
  const nc = await connect({ servers: nats.host, user: nats.username, pass: nats.password });
  try {
    const jsm = await nc.jetstreamManager();
    for await (const { config, state } of jsm.streams.list())
      if (state.messages > 0 && ours.has(config.name)) await jsm.streams.purge(config.name);
  } finally {
    await nc.close();
  }
}
