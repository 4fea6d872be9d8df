import { FactMessage, Service, declaredMessages, durableName, factOf, filterOf, streams } from '@app/contracts';
import { Logger, Loop, Metrics } from '@app/observability';
import { Database, killPoint } from '@app/persistence';
import { headers as newHeaders } from 'nats';
import { BusConnection } from './connection';
import { ensureStream, isNotFound, ownedStreams } from './streams';

const batchSize = 500;
const pollMs = 250;
const sweepMs = 1000;
const publishTimeoutMs = 5000;

interface OutboxRow {
  id: string;
  subject: string;
  payload: string;
  headers: Record<string, string>;
}

const take = {
  name: 'relay-take',
  text: `select id, subject, payload, headers from outbox where stream_seq is null order by id limit ${batchSize} for update skip locked`,
};
const mark = {
  name: 'relay-mark',
  text: `update outbox o set stream_seq = p.seq, stream_created = p.created
         from unnest($1::text[], $2::bigint[], $3::text[]) as p(id, seq, created) where o.id = p.id`,
};

const forget = {
  name: 'relay-forget',
  text: `delete from outbox o where subject like $1 and stream_created = $2 and not exists (
           select from unnest($3::text[], $4::bigint[]) as f(filter, floor)
           where o.subject like f.filter and o.stream_seq > f.floor)`,
};

interface Floor {
  /** The subject that the durable filters on. */
  filter: string;
  floor: number;
}

/**
 * Publishes the rows of the outbox and keeps each row until the ack floor of every declared durable has passed it. It
 * publishes a row again when the stream no longer holds it, so the JetStream store may be deleted at any moment.
 */
export class Relay {
  private readonly publishing: Loop;
  private readonly sweeping: Loop;
  private readonly created = new Map<string, string>();
  private readonly encoder = new TextEncoder();

  constructor(
    private readonly connection: BusConnection,
    private readonly database: Database,
    logger: Logger,
    metrics: Metrics,
  ) {
    this.publishing = new Loop({ name: 'relay', idleMs: pollMs, logger, turn: () => this.publish() });
    this.sweeping = new Loop({ name: 'relay-sweep', idleMs: sweepMs, logger, turn: () => this.sweep() });
    metrics.gauge(
      'outbox_oldest_seconds',
      'Age of the oldest fact that not all durables have passed.',
      [],
      async (gauge) => {
        const { rows } = await this.database.query<{ age: number | null }>(
          `select extract(epoch from app.now() - min(created_at))::float8 as age from outbox`,
        );
        gauge.set(rows[0].age ?? 0);
      },
    );
  }

  async start(): Promise<void> {
    for (const stream of ownedStreams(this.connection.service)) await ensureStream(this.connection.jsm, stream);
    this.database.onOutbox(() => this.wake());
    this.publishing.start();
    this.sweeping.start();
  }

  wake(): void {
    this.publishing.wake();
  }

  async stop(): Promise<void> {
    await Promise.all([this.publishing.stop(), this.sweeping.stop()]);
  }

  stuck(): string | null {
    return this.publishing.stuckFor(30_000);
  }

  private async publish(): Promise<boolean> {
    if (!this.connection.connected) return false;
    return this.database.transaction('relay.publish', async (tx) => {
      const { rows } = await tx.query<OutboxRow>(take);
      if (rows.length === 0) return false;
      await killPoint('relay.before-publish');
      const sent = await Promise.allSettled(rows.map((row) => this.publishRow(row)));
      await killPoint('relay.before-mark');
      const acked = sent.flatMap((result, i) =>
        result.status === 'fulfilled' ? [{ id: rows[i].id, ...result.value }] : [],
      );
      if (acked.length > 0)
        await tx.query(mark, [
          acked.map(({ id }) => id),
          acked.map(({ seq }) => seq),
          acked.map(({ created }) => created),
        ]);
      const failed = sent.find((result) => result.status === 'rejected');
      if (failed?.status === 'rejected') {
        await this.restoreStreams();
        if (acked.length === 0) throw failed.reason;
      }
      return rows.length === batchSize && !failed;
    });
  }

  private async publishRow(row: OutboxRow): Promise<{ seq: number; created: string }> {
    const message = factOf(row.subject);
    if (!message) throw new Error(`${row.subject} is not declared`);
    const created = await this.streamCreated(message.stream);
    const headers = newHeaders();
    for (const [name, value] of Object.entries(row.headers)) headers.set(name, value);
    const ack = await this.connection.js.publish(row.subject, this.encoder.encode(row.payload), {
      msgID: row.id,
      headers,
      timeout: publishTimeoutMs,
    });
    return { seq: ack.seq, created };
  }

  private async streamCreated(stream: string): Promise<string> {
    const known = this.created.get(stream);
    if (known) return known;
    const { created } = await this.connection.jsm.streams.info(stream);
    this.created.set(stream, String(created));
    return String(created);
  }

  /** Creates the streams of this service that are gone. */
  private async restoreStreams(): Promise<void> {
    this.created.clear();
    for (const stream of ownedStreams(this.connection.service)) await ensureStream(this.connection.jsm, stream);
  }

  private async sweep(): Promise<boolean> {
    if (!this.connection.connected) return false;
    await this.restoreStreams();
    for (const stream of streams()) {
      const facts = factsPublishedOn(this.connection.service, stream.name);
      if (facts.length === 0) continue;
      await this.sweepStream(stream.name, facts);
    }
    return false;
  }

  private async sweepStream(stream: string, facts: FactMessage[]): Promise<void> {
    const info = await this.connection.jsm.streams.info(stream).catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
    if (!info) return;
    const created = String(info.created);
    this.created.set(stream, created);
    for (const message of facts) {
      const like = likeOf(message.subject);
      const floors = await this.floorsOf(stream, message);
      await this.database.query(forget, [
        like,
        created,
        floors.map(({ filter }) => likeOf(filter)),
        floors.map(({ floor }) => floor),
      ]);
      await this.database.query(
        `update outbox set stream_seq = null, stream_created = null
         where subject like $1 and stream_seq is not null and (stream_created <> $2 or stream_seq < $3)`,
        [like, created, info.state.first_seq],
      );
    }
  }

  /** The sequence up to which each durable has acknowledged its part of a fact; 0 while the durable is missing. */
  private floorsOf(stream: string, message: FactMessage): Promise<Floor[]> {
    return Promise.all(
      message.consumers.map(async (consumer) => {
        const filter = filterOf(message, consumer);
        try {
          const info = await this.connection.jsm.consumers.info(stream, durableName(message, consumer));
          const idle = info.num_pending === 0 && info.num_ack_pending === 0;
          return { filter, floor: idle ? info.delivered.stream_seq : info.ack_floor.stream_seq };
        } catch (error) {
          if (!isNotFound(error)) throw error;
          return { filter, floor: 0 };
        }
      }),
    );
  }
}

/** A subject as an SQL pattern. A durable that consumes only a part of a fact keeps no row outside that part. */
function likeOf(subject: string): string {
  return subject.replace(/[*>]/, '%');
}

function factsPublishedOn(service: Service, stream: string): FactMessage[] {
  return [...declaredMessages().values()].filter(
    (message): message is FactMessage =>
      message.kind === 'fact' && message.stream === stream && message.from.includes(service),
  );
}
