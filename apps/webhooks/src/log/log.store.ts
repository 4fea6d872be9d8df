import { scopeConditions } from '@app/contracts';
import { DeliveryStatus } from '@app/contracts/webhooks';
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

// While a process has a delivery, `due_at` is the end of its lease, and the attempt is under way or begins at once.
const columns = `d.id, d.event_id, d.type, d.test, d.status, d.attempts,
  case when d.status = 'pending' and (d.due_at is distinct from d.leased_until or d.due_at <= app.now())
    then greatest(d.due_at, t.paused_until) end as next_at,
  d.attempted_at, d.status_code, d.latency_ms, d.error, d.response, d.created_at,
  (extract(epoch from d.created_at) * 1000000)::bigint::text as created_us`;

/** Deliveries that one page looks at; a filter that few pass shows fewer, and a cursor to go on. */
export const maxScanned = 5_000;

/** Behind a position in the log, within a span of time. */
const behind = `(d.created_at, d.id) < (coalesce(timestamptz 'epoch' + $2::bigint * interval '1 microsecond', 'infinity'), coalesce($3::text, ''))
  and d.created_at >= coalesce($4::timestamptz, '-infinity') and d.created_at < coalesce($5::timestamptz, 'infinity')`;
const passes = `(status = 'pending' or coalesce(attempted_at, created_at) > app.now() - interval '${shownDays} days')
  and ($6::text is null or status = $6) and ($7::text[] is null or type = any($7))
  and ($8 or namespace = $9 or starts_with(namespace, $10))`;

/**
 * A page of the deliveries that a walk of the log looks at. An index begins where the walk does, and ends with the page; how many
 * it looks at is a parameter, since a number would have Postgres sort all where it expects fewer.
 * @param from deliveries with the alias `d`
 */
const listOf = (name: string, from: string) => ({
  name: `log-${name}`,
  text: `select ${columns} from (
      select * from (
        select d.* from ${from} and ${behind} order by d.created_at desc, d.id desc limit $12) looked
      where ${passes} order by created_at desc, id desc limit $11) d
    join endpoint_turn t on t.endpoint_id = d.endpoint_id
    order by d.created_at desc, d.id desc`,
});

/** The last delivery that such a walk may look at; no row where the log ends before. */
const edgeOf = (name: string, from: string) => ({
  name: `log-edge-${name}`,
  text: `select (extract(epoch from d.created_at) * 1000000)::bigint::text as created_us, d.id
    from ${from} and ${behind} order by d.created_at desc, d.id desc offset $6 limit 1`,
});

const whole = 'delivery d where d.endpoint_id = $1';
// An index has the deliveries that ended without success, to be found among many that succeeded.
const unsent = `${whole} and d.status in ('failed', 'skipped')`;
// That of those that wait has another order: they are read first, and serve while they are few enough to be sorted.
const waiting = `(select * from ${whole} and d.status = 'pending' offset 0) d where true`;
const walks = {
  whole: { list: listOf('whole', whole), edge: edgeOf('whole', whole) },
  unsent: { list: listOf('unsent', unsent), edge: edgeOf('unsent', unsent) },
  waiting: { list: listOf('waiting', waiting), edge: edgeOf('waiting', waiting) },
};

const fewWait = {
  name: 'log-few-wait',
  text: `select count(*) < ${maxScanned} as few from (
      select from delivery where endpoint_id = $1 and status = 'pending' limit ${maxScanned}) waiting`,
};

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
  /** The namespaces, in the form of a key's scope; `*` also shows events of the organization. */
  within: string;
}

export interface LogPage {
  rows: LogRow[];
  /** Where the next page begins; null after the last. */
  next: LogPosition | null;
}

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
  const walk = await readWalkOf(db, endpointId, status);
  const place = [endpointId, after?.createdUs ?? null, after?.id ?? null, since, until];
  const { rows } = await db.query<LogRow>(walk.list, [
    ...place,
    status,
    types,
    all,
    exact,
    under,
    limit + 1,
    maxScanned,
  ]);
  const page = rows.slice(0, limit);
  if (rows.length > limit) {
    const { created_us: createdUs, id } = page[page.length - 1];
    return { rows: page, next: { createdUs, id } };
  }
  const [edge] = (await db.query<Pick<LogRow, 'created_us' | 'id'>>(walk.edge, [...place, maxScanned - 1])).rows;
  return { rows: page, next: edge ? { createdUs: edge.created_us, id: edge.id } : null };
}

async function readWalkOf(db: Queryable, endpointId: string, status: DeliveryStatus | undefined) {
  if (status === 'failed' || status === 'skipped') return walks.unsent;
  if (status !== 'pending') return walks.whole;
  const { rows } = await db.query<{ few: boolean }>(fewWait, [endpointId]);
  return rows[0].few ? walks.waiting : walks.whole;
}

export async function readDelivery(db: Queryable, key: DeliveryKey): Promise<LogRow> {
  const { rows } = await db.query<LogRow>(one, [key.day, key.endpointId, key.eventId, key.turn]);
  return rows[0];
}
