import { DeliveryStatus } from '@app/contracts';
import { Queryable } from '@app/persistence';
import { DeliveryKey } from '../delivery/delivery';
import { LogRow } from './log-entry';

/** A position in the log of an endpoint. Entries after it are older. */
export interface LogPosition {
  /** Microseconds since 1970. */
  createdUs: string;
  id: string;
}

/** Days for which the log shows a delivery that ended, from its latest attempt on [WHK-26]. */
const shownDays = 30;

const columns = `d.id, d.event_id, d.type, d.test, d.status, d.attempts,
  case when d.status = 'pending' then greatest(d.due_at, t.paused_until) end as next_at,
  d.attempted_at, d.status_code, d.latency_ms, d.error, d.response, d.created_at,
  (extract(epoch from d.created_at) * 1000000)::bigint::text as created_us`;

// One statement for each status: Postgres uses an index of some statuses only when the text names the status.
const listOf = (status: DeliveryStatus | 'all') => ({
  name: `log-${status}`,
  text: `select ${columns}
    from delivery d join endpoint_turn t on t.endpoint_id = d.endpoint_id
    where d.endpoint_id = $1 ${status === 'all' ? '' : `and d.status = '${status}'`}
      and ($2::bigint is null or (d.created_at, d.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3))
      and (d.status = 'pending' or coalesce(d.attempted_at, d.created_at) > app.now() - interval '${shownDays} days')
    order by d.created_at desc, d.id desc limit $4`,
});

const lists = {
  all: listOf('all'),
  pending: listOf('pending'),
  succeeded: listOf('succeeded'),
  failed: listOf('failed'),
  skipped: listOf('skipped'),
} satisfies Record<DeliveryStatus | 'all', unknown>;

const one = {
  name: 'log-one',
  text: `select ${columns} from delivery d join endpoint_turn t on t.endpoint_id = d.endpoint_id
    where d.day = $1::date and d.endpoint_id = $2 and d.event_id = $3 and d.turn = $4`,
};

/** Deliveries of an endpoint, newest first. The caller has checked that its key may see the endpoint. */
export async function listDeliveries(
  db: Queryable,
  endpointId: string,
  status: DeliveryStatus | undefined,
  after: LogPosition | null,
  limit: number,
): Promise<LogRow[]> {
  const values = [endpointId, after?.createdUs ?? null, after?.id ?? null, limit];
  const { rows } = await db.query<LogRow>(lists[status ?? 'all'], values);
  return rows;
}

export async function readDelivery(db: Queryable, key: DeliveryKey): Promise<LogRow> {
  const { rows } = await db.query<LogRow>(one, [key.day, key.endpointId, key.eventId, key.turn]);
  return rows[0];
}
