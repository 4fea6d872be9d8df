import { DATABASE } from '@app/boot';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ClaimedRow, signerColumns, toClaimed } from './claimed-row';
import { ClaimedDelivery } from './delivery';
import { maxAttempts } from './schedule';

/** Longer than an attempt (15 s) and its pace together. */
export const leaseS = 30;
const endpointsPerClaim = 64;

/** An endpoint whose turn it is. */
export interface DueEndpoint {
  endpointId: string;
  maxPerSecond: number | null;
  /** In the future while it is paced, by the database's clock: relative to now, in milliseconds. */
  pacedForMs: number;
}

/** What of an endpoint's queue may be taken now. */
export interface ClaimLimit {
  endpointId: string;
  /** One entry a delivery that there is room for: how long it waits for its pace. */
  waitsMs: number[];
  /** How many more may be held until there is room. */
  ahead: number;
  /** From now until one more may go, in milliseconds. */
  nextInMs: number;
}

interface TurnRow {
  endpoint_id: string;
  max_per_second: number | null;
  paced_for_ms: number;
}

const turns = {
  name: 'claim-turns',
  text: `select t.endpoint_id, e.max_per_second,
      coalesce(greatest(0, extract(epoch from t.paced_until - app.now()) * 1000), 0)::float8 as paced_for_ms
    from endpoint_turn t join endpoint e on e.id = t.endpoint_id
    where t.slice = any($1) and t.due_at <= app.now() and t.endpoint_id <> all($2) and e.status <> 'disabled'
      and (t.paused_until is null or t.paused_until <= app.now())
    order by t.due_at limit ${endpointsPerClaim} for no key update of t skip locked`,
};
// A crash between claim and record was an attempt too, unless the delivery was held ahead: the process that
// finds the ninth unanswered ends the delivery. The time is asked of `d` again: a late result may have been kept
// meanwhile.
const take = {
  name: 'claim-take',
  text: `update delivery d set ahead = c.ahead,
      attempts = case when c.ahead then d.attempts else least(d.attempts + 1, ${maxAttempts}) end,
      status = case when d.attempts >= ${maxAttempts} then 'failed' else 'pending' end,
      due_at = case when d.attempts >= ${maxAttempts} then null else app.now() + interval '${leaseS} seconds' end
    from unnest($1::text[], $2::int[], $3::int[]) as a(endpoint_id, places, ahead)
      cross join lateral (
        select q.day, q.endpoint_id, q.event_id, q.turn,
          row_number() over (order by q.due_at) > a.places and not q.ahead and q.attempts < ${maxAttempts} as ahead
        from delivery q
        where q.endpoint_id = a.endpoint_id and q.status = 'pending' and q.due_at <= app.now()
        order by q.due_at limit a.places + a.ahead
      ) c, endpoint e, payload p
    where d.day = c.day and d.endpoint_id = c.endpoint_id and d.event_id = c.event_id and d.turn = c.turn
      and d.due_at <= app.now() and e.id = c.endpoint_id and p.day = c.day and p.event_id = c.event_id
    returning d.day::text as day, d.endpoint_id, d.event_id, d.turn, d.attempts, d.ahead, d.attempted_at, d.status,
      p.body, ${signerColumns}`,
};
const moveTurns = {
  name: 'claim-move',
  text: `update endpoint_turn t set
      due_at = greatest(
        coalesce((select min(d.due_at) from delivery d where d.endpoint_id = t.endpoint_id and d.status = 'pending'), 'infinity'),
        case when m.paced then app.now() + make_interval(secs => m.next_ms / 1000) else '-infinity' end),
      paced_until = case when m.paced then app.now() + make_interval(secs => m.next_ms / 1000) end
    from unnest($1::text[], $2::float8[], $3::boolean[]) as m(endpoint_id, next_ms, paced)
    where t.endpoint_id = m.endpoint_id`,
};

/** Takes due deliveries of the slices this process owns, each for the length of a lease. */
@Injectable()
export class ClaimStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * @param busy endpoints that have no room now
   * @param allow what of each endpoint whose turn it is may be taken
   */
  async claim(
    slices: readonly number[],
    busy: readonly string[],
    allow: (turns: DueEndpoint[]) => ClaimLimit[],
  ): Promise<ClaimedDelivery[]> {
    return this.database.transaction('webhooks.take', async (tx) => {
      const { rows } = await tx.query<TurnRow>(turns, [slices, busy]);
      if (rows.length === 0) return [];
      const allowances = allow(
        rows.map(({ endpoint_id: endpointId, max_per_second: maxPerSecond, paced_for_ms: pacedForMs }) => ({
          endpointId,
          maxPerSecond,
          pacedForMs,
        })),
      );
      const paced = new Set(rows.filter((row) => row.max_per_second !== null).map((row) => row.endpoint_id));
      const claimed = await this.take(tx, allowances);
      await tx.query(moveTurns, [
        allowances.map(({ endpointId }) => endpointId),
        allowances.map((allowance) => nextOf(allowance, claimed)),
        allowances.map(({ endpointId }) => paced.has(endpointId)),
      ]);
      return claimed;
    });
  }

  private async take(tx: Tx, allowances: ClaimLimit[]): Promise<ClaimedDelivery[]> {
    const heldFromMs = performance.now();
    const { rows } = await tx.query<ClaimedRow>(take, [
      allowances.map(({ endpointId }) => endpointId),
      allowances.map(({ waitsMs }) => waitsMs.length),
      allowances.map(({ ahead }) => ahead),
    ]);
    const waits = new Map(allowances.map(({ endpointId, waitsMs }) => [endpointId, [...waitsMs]]));
    return rows
      .filter(({ status }) => status === 'pending')
      .map((row) => toClaimed(row, waits.get(row.endpoint_id)?.shift() ?? 0, heldFromMs));
  }
}

/** Slots that found no delivery are free again. */
function nextOf({ endpointId, waitsMs, nextInMs }: ClaimLimit, claimed: readonly ClaimedDelivery[]): number {
  const used = claimed.filter((each) => each.endpointId === endpointId).length;
  return waitsMs[used] ?? nextInMs;
}
