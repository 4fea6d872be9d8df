import { Service } from '@app/contracts';
import { Durable, Stream, streams } from '@app/contracts/catalogue';
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamManager,
  NatsError,
  RetentionPolicy,
  StorageType,
  StreamConfig,
  StreamInfo,
  nanos,
} from 'nats';
import { StreamBounds, defaultBounds } from './stream-bounds';

/** Longer than a relay takes to publish again. A duplicate after this time meets idempotent consumers. */
const dedupeWindowMs = 2 * 60 * 1000;
const maxUnacked = 2000;

export function isNotFound(error: unknown): boolean {
  return error instanceof NatsError && error.api_error?.code === 404;
}

/** The streams that a service creates, and creates again when they are gone. */
export function ownedStreams(service: Service): Stream[] {
  return streams().filter(({ owner }) => owner === service);
}

/**
 * Creates a stream, or updates one whose settings drifted; idempotent. The store behind it may be deleted at any moment. A
 * subject that a newer build has added stays, since builds of two versions run side by side during an upgrade.
 */
export async function ensureStream(
  jsm: JetStreamManager,
  stream: Stream,
  bounds: StreamBounds = defaultBounds,
): Promise<StreamInfo> {
  const config = {
    name: stream.name,
    subjects: stream.subjects,
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_age: nanos(bounds.maxAgeMs),
    max_bytes: bounds.maxBytes,
    duplicate_window: nanos(dedupeWindowMs),
    num_replicas: bounds.replicas,
  };
  try {
    const known = await jsm.streams.info(stream.name);
    const subjects = [...new Set([...known.config.subjects, ...stream.subjects])];
    const wanted = { ...config, subjects };
    return isSame(known.config, wanted) ? known : await jsm.streams.update(stream.name, wanted);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return jsm.streams.add(config);
  }
}

function isSame(known: StreamConfig, wanted: Partial<StreamConfig>): boolean {
  const { subjects: knownSubjects } = known;
  const bounds = ['max_age', 'max_bytes', 'num_replicas', 'duplicate_window'] as const;
  return (
    bounds.every((bound) => known[bound] === wanted[bound]) &&
    [...knownSubjects].sort().join() === [...(wanted.subjects ?? [])].sort().join()
  );
}

/**
 * Creates a durable, or updates one whose wait for acknowledgements drifted. A new one starts at the beginning of the
 * stream, since consumers are idempotent.
 */
export async function ensureDurable(
  jsm: JetStreamManager,
  durable: Durable,
  { ackWaitMs }: StreamBounds = defaultBounds,
): Promise<void> {
  const ack_wait = nanos(ackWaitMs);
  try {
    const { config } = await jsm.consumers.info(durable.stream, durable.name);
    if (config.ack_wait !== ack_wait) await jsm.consumers.update(durable.stream, durable.name, { ack_wait });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await jsm.consumers.add(durable.stream, {
      durable_name: durable.name,
      filter_subject: durable.filter,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait,
      max_ack_pending: maxUnacked,
      max_deliver: -1,
    });
  }
}
