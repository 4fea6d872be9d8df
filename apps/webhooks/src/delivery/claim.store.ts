import { Database, Tx } from '@app/persistence';
import { ClaimedRow, signerColumns, toClaimed } from './claimed-row';
import { ClaimedDelivery } from './delivery';
import { maxAttempts } from './schedule';

/** Length of a delivery's lease: longer than an attempt (15 s) with its wait for the endpoint's rate. */
export const leaseS = 30;
const maxEndpoints = 64;

/** An endpoint with a delivery that is due. */
export interface DueEndpoint {
  endpointId: string;
  /** Deliveries a second; null for no cap. */
  maxPerSecond: number | null;
  /** How long its rate still forbids a delivery, in milliseconds by the database's clock; 0 when it does not. */
  pacedForMs: number;
}

/** How many deliveries of an endpoint a claim may take. */
export interface ClaimLimit {
  endpointId: string;
  /** One entry for each delivery that may be sent: how long it waits for the endpoint's rate, in milliseconds. */
  waitsMs: number[];
  /** How many more may be held until there is room to send. */
  ahead: number;
  /** How long until the endpoint's rate allows one more, in milliseconds. */
  nextInMs: number;
}

interface DueRow {
  endpoint_id: string;
  max_per_second: number | null;
  paced_for_ms: number;
}

/** Of `endpoint_turn t join endpoint e`: those that may be sent to now. */
const isDueAt = (moment: string): string =>
  `t.due_at <= ${moment} and e.status <> 'disabled' and (t.paused_until is null or t.paused_until <= ${moment})`;

/** Select that finds a row when deliveries of one of the slices are due now or within some milliseconds. */
export function dueTurns(slices: readonly number[], withinMs: number): string {
  return `select from endpoint_turn t join endpoint e on e.id = t.endpoint_id
    where t.slice = any(array[${slices.join(', ')}]::smallint[]) and ${isDueAt(`app.now() + interval '${withinMs} ms'`)}`;
}

const lockDue = {
  name: 'claim-turns',
  text: `select t.endpoint_id, e.max_per_second,
      coalesce(greatest(0, extract(epoch from t.paced_until - app.now()) * 1000), 0)::float8 as paced_for_ms
    from endpoint_turn t join endpoint e on e.id = t.endpoint_id
    where t.slice = any($1) and t.endpoint_id <> all($2) and ${isDueAt('app.now()')}
    order by t.due_at limit ${maxEndpoints} for no key update of t skip locked`,
};

/*
 * A claim counts the attempt, so that a process that dies before it records counts one too; a delivery held ahead is not
 * counted. A delivery with nine attempts and no result ends here. The outer `where` repeats the condition on `due_at`,
 * since another process may have recorded a late result after the inner query read the row.
 */
const take = {
  name: 'claim-take',
  text: `update delivery d set ahead = c.ahead,
      attempts = case when c.ahead then d.attempts else least(d.attempts + 1, ${maxAttempts}) end,
      status = case when d.attempts >= ${maxAttempts} then 'failed' else 'pending' end,
      due_at = case when d.attempts >= ${maxAttempts} then null else app.now() + interval '${leaseS} seconds' end,
      leased_until = app.now() + interval '${leaseS} seconds'
    from unnest($1::text[], $2::int[], $3::int[]) as a(endpoint_id, sendable, ahead)
      cross join lateral (
        select q.day, q.endpoint_id, q.event_id, q.turn,
          row_number() over (order by q.due_at) > a.sendable and not q.ahead and q.attempts < ${maxAttempts} as ahead
        from delivery q
        where q.endpoint_id = a.endpoint_id and q.status = 'pending' and q.due_at <= app.now()
        order by q.due_at limit a.sendable + a.ahead
      ) c, endpoint e, payload p
    where d.day = c.day and d.endpoint_id = c.endpoint_id and d.event_id = c.event_id and d.turn = c.turn
      and d.due_at <= app.now() and e.id = c.endpoint_id and p.day = c.day and p.event_id = c.event_id
    returning d.day::text as day, d.endpoint_id, d.event_id, d.turn, d.attempts, d.ahead, d.attempted_at, d.status,
      p.body, p.traceparent, ${signerColumns}`,
};

const updateDue = {
  name: 'claim-move',
  text: `update endpoint_turn t set
      due_at = greatest(
        coalesce((select min(d.due_at) from delivery d where d.endpoint_id = t.endpoint_id and d.status = 'pending'), 'infinity'),
        case when m.paced then app.now() + make_interval(secs => m.next_ms / 1000) else '-infinity' end),
      paced_until = case when m.paced then app.now() + make_interval(secs => m.next_ms / 1000) end
    from unnest($1::text[], $2::float8[], $3::boolean[]) as m(endpoint_id, next_ms, paced)
    where t.endpoint_id = m.endpoint_id`,
};

/**
 * Takes due deliveries of the given slices, each for the length of a lease.
 * @param busy endpoints for which this process has no headroom
 * @param limit decides how many deliveries of each due endpoint the claim may take
 */
export function claimDue(
  database: Database,
  slices: readonly number[],
  busy: readonly string[],
  limit: (due: DueEndpoint[]) => ClaimLimit[],
): Promise<ClaimedDelivery[]> {
  return database.transaction('webhooks.take', async (tx) => {
    const { rows } = await tx.query<DueRow>(lockDue, [slices, busy]);
    if (rows.length === 0) return [];
    const limits = limit(
      rows.map(({ endpoint_id: endpointId, max_per_second: maxPerSecond, paced_for_ms: pacedForMs }) => ({
        endpointId,
        maxPerSecond,
        pacedForMs,
      })),
    );
    const paced = new Set(rows.filter((row) => row.max_per_second !== null).map((row) => row.endpoint_id));
    const claimed = await takeDue(tx, limits);
    await tx.query(updateDue, [
      limits.map(({ endpointId }) => endpointId),
      limits.map((each) => nextInMs(each, claimed)),
      limits.map(({ endpointId }) => paced.has(endpointId)),
    ]);
    return claimed;
  });
}

async function takeDue(tx: Tx, limits: readonly ClaimLimit[]): Promise<ClaimedDelivery[]> {
  const heldFromMs = performance.now();
  const { rows } = await tx.query<ClaimedRow>(take, [
    limits.map(({ endpointId }) => endpointId),
    limits.map(({ waitsMs }) => waitsMs.length),
    limits.map(({ ahead }) => ahead),
  ]);
  const waits = new Map(limits.map(({ endpointId, waitsMs }) => [endpointId, [...waitsMs]]));
  return rows
    .filter(({ status }) => status === 'pending')
    .map((row) => toClaimed(row, waits.get(row.endpoint_id)?.shift() ?? 0, heldFromMs));
}

/** When the endpoint's rate allows one more: at the first wait for which the claim found no delivery, if there is one. */
function nextInMs({ endpointId, waitsMs, nextInMs: next }: ClaimLimit, claimed: readonly ClaimedDelivery[]): number {
  const used = claimed.filter((each) => each.endpointId === endpointId).length;
  return waitsMs[used] ?? next;
}
