import { type Extension, extensionDurableOf } from '@app/contracts/catalogue';
import { AckPolicy, DeliverPolicy, type JetStreamManager, NatsError, connect, nanos } from 'nats';

const ackWaitMs = 30_000;
const maxUnacked = 1000;
/** A durable that nobody fetches from for so long is dropped by the server. */
const unusedMs = 30 * 24 * 60 * 60 * 1000;

export interface BusAdmin {
  url: string;
  user: string;
  password: string;
}

/**
 * Makes the durable of each extension that consumes, as the administrator of the bus: the extension itself may make none.
 * One that is there stays as it is.
 */
export async function ensureDurables(admin: BusAdmin, extensions: Extension[]): Promise<void> {
  await runAsAdmin(admin, async (jsm) => {
    for (const extension of extensions) {
      const durable = extensionDurableOf(extension);
      if (!durable) continue;
      await jsm.consumers.add(durable.stream, {
        durable_name: durable.name,
        filter_subject: durable.filter,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.New,
        ack_wait: nanos(ackWaitMs),
        max_ack_pending: maxUnacked,
        inactive_threshold: nanos(unusedMs),
      });
    }
  });
}

/** Deletes the durable of an extension that consumes; nothing when it is gone. */
export async function removeDurable(admin: BusAdmin, extension: Extension): Promise<void> {
  const durable = extensionDurableOf(extension);
  if (!durable) return;
  await runAsAdmin(admin, async (jsm) => {
    await jsm.consumers.delete(durable.stream, durable.name).catch((error: unknown) => {
      if (!(error instanceof NatsError) || error.api_error?.code !== 404) throw error;
    });
  });
}

async function runAsAdmin(admin: BusAdmin, work: (jsm: JetStreamManager) => Promise<void>): Promise<void> {
  const { url, user, password } = admin;
  const connection = await connect({ servers: url, user, pass: password, maxReconnectAttempts: 0 });
  try {
    await work(await connection.jetstreamManager());
  } finally {
    await connection.close();
  }
}
