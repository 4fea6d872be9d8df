import { DeliveryStatus, scopeConditions } from '@app/contracts';
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

/** Deliveries that one page looks at; a filter that few pass shows fewer, and a cursor to go on. */
export const maxScanned = 5_000;

// One statement for each status: Postgres uses an index of some statuses only when the text names the status.
const listOf = (status: DeliveryStatus | 'all') => ({
  name: `log-${status}`,
  text: `with scanned as materialized (
      select d.day, d.event_id, d.turn, d.type, d.namespace, d.created_at, d.id from delivery d
      where d.endpoint_id = $1 ${status === 'all' ? '' : `and d.status = '${status}'`}
        and ($2::bigint is null or (d.created_at, d.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3))
        and ($5::timestamptz is null or d.created_at >= $5) and ($6::timestamptz is null or d.created_at < $6)
        and (d.status = 'pending' or coalesce(d.attempted_at, d.created_at) > app.now() - interval '${shownDays} days')
      order by d.created_at desc, d.id desc limit $7),
    edge as (select (extract(epoch from s.created_at) * 1000000)::bigint::text as edge_us, s.id as edge_id,
        (select count(*) from scanned)::int as scanned
      from scanned s order by s.created_at, s.id limit 1)
    select edge.*, x.* from edge left join lateral (
      select ${columns} from (select * from scanned where ($8::text[] is null or type = any($8))
          and ($9 or namespace = $10 or starts_with(namespace, $11)) order by created_at desc, id desc limit $4) s
        join delivery d on d.day = s.day and d.event_id = s.event_id and d.endpoint_id = $1 and d.turn = s.turn
        join endpoint_turn t on t.endpoint_id = d.endpoint_id) x on true
    order by x.created_at desc, x.id desc`,
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

/** What a page of the log shows. */
export interface LogFilter {
  /** Undefined for every status. */
  status: DeliveryStatus | undefined;
  /** Null for every type. */
  types: readonly string[] | null;
  /** When the delivery was queued: `since` included, `until` not; null without a bound. */
  since: Date | null;
  until: Date | null;
  /** In the form of a key's scope; `*` also shows events of the organization. */
  within: string;
}

export interface LogPage {
  rows: LogRow[];
  /** Where the next page begins; null after the last. */
  next: LogPosition | null;
}

type ScannedRow = LogRow & { edge_us: string; edge_id: string; scanned: number };

/** Deliveries of an endpoint, newest first. The caller has checked that its key may see the endpoint. */
export async function listDeliveries(
  db: Queryable,
  endpointId: string,
  filter: LogFilter,
  after: LogPosition | null,
  limit: number,
): Promise<LogPage> {
  const { status, types, since, until, within } = filter;
  const { all, exact, under } = scopeConditions(within);
  const scans = types === null && all ? limit + 1 : maxScanned;
  const { rows } = await db.query<ScannedRow>(lists[status ?? 'all'], [
    ...[endpointId, after?.createdUs ?? null, after?.id ?? null, limit + 1],
    ...[since, until, scans, types, all, exact, under],
  ]);
  if (rows.length === 0) return { rows: [], next: null };
  // Where nothing that was scanned passed the filter, the one row has no delivery.
  const found = rows.filter(({ id }) => id !== null);
  const page = found.slice(0, limit);
  if (found.length > limit) {
    const last = page[page.length - 1];
    return { rows: page, next: { createdUs: last.created_us, id: last.id } };
  }
  const { scanned, edge_us: createdUs, edge_id: id } = rows[0];
  return { rows: page, next: scanned === scans ? { createdUs, id } : null };
}

export async function readDelivery(db: Queryable, key: DeliveryKey): Promise<LogRow> {
  const { rows } = await db.query<LogRow>(one, [key.day, key.endpointId, key.eventId, key.turn]);
  return rows[0];
}
