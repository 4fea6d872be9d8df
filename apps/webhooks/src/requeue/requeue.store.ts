import { Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { PartitionStore } from '../retention/partition.store';
import { DeliveryKey, SentEvent, bodyOf, dayOf } from '../delivery/delivery';

/** An event as it can be sent again. */
export interface SendableEvent {
  id: string;
  type: string;
  /** Null for events of the organization, and for test sends. */
  namespace: string | null;
  /** The record to sign and send. */
  body: string;
  /** The endpoint that a test send tested; null for what happened. */
  testedEndpoint: string | null;
}

interface EventRow {
  type: string;
  namespace: string | null;
  test: boolean;
  endpoint_id: string;
  body: string;
}

const addPayload = {
  name: 'requeue-payload',
  text: 'insert into payload (day, event_id, body) values ($1, $2, $3) on conflict do nothing',
};
const addTest = {
  name: 'requeue-test',
  text: `insert into delivery (day, endpoint_id, event_id, id, organization, type, namespace, test, status, due_at)
    select $1::date, e.id, $3, $4, e.organization, $5, null, true, 'pending', app.now()
    from endpoint e where e.id = $2 and e.organization = $6 and e.status <> 'disabled'`,
};
// Turn 0 is the delivery that the event itself brings, which may yet come.
const addAgain = {
  name: 'requeue-again',
  text: `insert into delivery (day, endpoint_id, event_id, turn, id, organization, type, namespace, test, status, due_at)
    select $1::date, e.id, $3, 1 + coalesce((select max(d.turn) from delivery d
        where d.day = $1::date and d.endpoint_id = e.id and d.event_id = $3), 0),
      $4, e.organization, $5, $6, $7, 'pending', app.now()
    from endpoint e where e.id = $2 returning turn`,
};
const bringForward = {
  name: 'requeue-forward',
  text: 'update endpoint_turn set due_at = least(due_at, app.now()) where endpoint_id = $1',
};
const reset = {
  name: 'requeue-reset',
  text: `update delivery set status = 'pending', attempts = 0, due_at = app.now()
    where endpoint_id = $1 and created_at >= $2 and status in ('failed', 'skipped')`,
};
const findQueued = {
  name: 'requeue-find',
  text: `select d.type, d.namespace, d.test, d.endpoint_id, p.body from delivery d
      join payload p on p.day = d.day and p.event_id = d.event_id
    where d.day = $1::date and d.event_id = $2 and d.organization = $3
      and d.endpoint_id = any(array(select id from endpoint where organization = $3)) limit 1`,
};

/** Deliveries that somebody asks for. Every caller of a change holds the endpoint locked. */
@Injectable()
export class RequeueStore {
  constructor(private readonly partitions: PartitionStore) {}

  /** @throws Problem `conflict` for a disabled endpoint: nothing is sent to it */
  async addTest(tx: Tx, to: { endpointId: string; organization: string; id: string }, event: SentEvent): Promise<void> {
    const day = dayOf(event);
    await this.partitions.mustHave(tx, day);
    await tx.query(addPayload, [day, event.id, bodyOf(event)]);
    const { endpointId, organization, id } = to;
    const { rowCount } = await tx.query(addTest, [day, endpointId, event.id, id, event.type, organization]);
    if (rowCount === 0) throw disabledEndpoint();
    await tx.query(bringForward, [endpointId]);
  }

  /** One more delivery of an event, kept with what is queued today: its log lives as long as any other's. */
  async addAgain(tx: Tx, to: { endpointId: string; id: string }, event: SendableEvent): Promise<DeliveryKey> {
    const day = await this.partitions.today(tx);
    await this.partitions.mustHave(tx, day);
    const { endpointId, id } = to;
    await tx.query(addPayload, [day, event.id, event.body]);
    const { rows } = await tx.query<{ turn: number }>(addAgain, [
      ...[day, endpointId, event.id, id],
      ...[event.type, event.namespace, event.testedEndpoint !== null],
    ]);
    await tx.query(bringForward, [endpointId]);
    return { day, endpointId, eventId: event.id, turn: rows[0].turn };
  }

  /** What failed or was skipped since then begins anew in its place. @returns how many */
  async reset(tx: Tx, endpointId: string, since: Date): Promise<number> {
    const { rowCount } = await tx.query(reset, [endpointId, since]);
    if (rowCount) await tx.query(bringForward, [endpointId]);
    return rowCount ?? 0;
  }

  /** An event that was queued for any endpoint of the organization. @param day on which it was made */
  async findQueued(tx: Tx, organization: string, id: string, day: string): Promise<SendableEvent | null> {
    const { rows } = await tx.query<EventRow>(findQueued, [day, id, organization]);
    if (rows.length === 0) return null;
    const [{ type, namespace, test, endpoint_id: endpointId, body }] = rows;
    return { id, type, namespace, body, testedEndpoint: test ? endpointId : null };
  }
}

export function disabledEndpoint(): Problem {
  return new Problem('conflict', 'The endpoint is disabled and gets nothing; PATCH it with `enabled: true` first.');
}
