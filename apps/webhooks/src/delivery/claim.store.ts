import { DATABASE } from '@app/boot';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { EndpointRow } from '../endpoint/endpoint.store';
import { ClaimedDelivery, EndpointToSign } from './delivery';
import { maxAttempts } from './schedule';

/** Longer than an attempt (15 s) and its pace together. */
export const leaseS = 30;
const endpointsPerClaim = 64;

/** An endpoint whose turn it is. */
export interface Turn {
  endpointId: string;
  maxPerSecond: number | null;
  /** In the future while it is paced, by the database's clock: relative to now, in milliseconds. */
  pacedForMs: number;
}

/** What of an endpoint's queue may be taken now. */
export interface Allowance {
  endpointId: string;
  /** One entry a delivery: how long it waits in memory. */
  waitsMs: number[];
  /** From now until one more may go, in milliseconds. */
  nextInMs: number;
}

interface TurnRow {
  endpoint_id: string;
  max_per_second: number | null;
  paced_for_ms: number;
}

type SignerRow = Pick<EndpointRow, 'organization' | 'url' | 'secret' | 'previous_secret' | 'previous_until'>;
interface ClaimedRow extends SignerRow {
  day: string;
  endpoint_id: string;
  event_id: string;
  turn: number;
  attempts: number;
  attempted_at: Date | null;
  status: string;
  body: string;
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
// A crash between claim and record was an attempt too: whoever finds the ninth unanswered ends the delivery.
const take = {
  name: 'claim-take',
  text: `update delivery d set
      attempts = least(d.attempts + 1, ${maxAttempts}),
      status = case when d.attempts >= ${maxAttempts} then 'failed' else 'pending' end,
      due_at = case when d.attempts >= ${maxAttempts} then null else app.now() + interval '${leaseS} seconds' end
    from unnest($1::text[], $2::int[]) as a(endpoint_id, places)
      cross join lateral (
        select q.day, q.endpoint_id, q.event_id, q.turn from delivery q
        where q.endpoint_id = a.endpoint_id and q.status = 'pending' and q.due_at <= app.now()
        order by q.due_at limit a.places
      ) c, endpoint e, payload p
    where d.day = c.day and d.endpoint_id = c.endpoint_id and d.event_id = c.event_id and d.turn = c.turn
      and e.id = c.endpoint_id and p.day = c.day and p.event_id = c.event_id
    returning d.day::text as day, d.endpoint_id, d.event_id, d.turn, d.attempts, d.attempted_at, d.status, p.body,
      e.organization, e.url, e.secret, e.previous_secret, e.previous_until`,
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

// Whoever waited for its pace finds what has changed meanwhile: pauses, settings, secrets, and that nothing is sent any more.
const recheck = {
  name: 'claim-recheck',
  text: `select e.organization, e.url, e.secret, e.previous_secret, e.previous_until
    from delivery d join endpoint e on e.id = d.endpoint_id join endpoint_turn t on t.endpoint_id = d.endpoint_id
    where d.day = $1::date and d.endpoint_id = $2 and d.event_id = $3 and d.turn = $4 and d.attempts = $5
      and d.due_at is not null and e.status <> 'disabled' and (t.paused_until is null or t.paused_until <= app.now())`,
};
const lockTurn = {
  name: 'claim-lock',
  text: 'select 1 from endpoint_turn where endpoint_id = $1 for no key update',
};
const giveBack = {
  name: 'claim-give-back',
  text: `update delivery set attempts = attempts - 1, due_at = app.now()
    where day = $1::date and endpoint_id = $2 and event_id = $3 and turn = $4 and attempts = $5 and due_at is not null`,
};
const bringForward = {
  name: 'claim-forward',
  text: 'update endpoint_turn set due_at = least(due_at, app.now()) where endpoint_id = $1',
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
    allow: (turns: Turn[]) => Allowance[],
  ): Promise<ClaimedDelivery[]> {
    return this.database.transaction(async (tx) => {
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

  /** What is valid now of a delivery that waited after its claim; null when it may not be sent now. */
  async recheck({ day, endpointId, eventId, turn, attempts }: ClaimedDelivery): Promise<EndpointToSign | null> {
    const { rows } = await this.database.query<SignerRow>(recheck, [day, endpointId, eventId, turn, attempts]);
    return rows.length > 0 ? toSigner(endpointId, rows[0]) : null;
  }

  /** Undoes the claim of a delivery that was not sent: the attempt was none. */
  async giveBack({ day, endpointId, eventId, turn, attempts }: ClaimedDelivery): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query(lockTurn, [endpointId]);
      await tx.query(giveBack, [day, endpointId, eventId, turn, attempts]);
      await tx.query(bringForward, [endpointId]);
    });
  }

  private async take(tx: Tx, allowances: Allowance[]): Promise<ClaimedDelivery[]> {
    const { rows } = await tx.query<ClaimedRow>(take, [
      allowances.map(({ endpointId }) => endpointId),
      allowances.map(({ waitsMs }) => waitsMs.length),
    ]);
    const waits = new Map(allowances.map(({ endpointId, waitsMs }) => [endpointId, [...waitsMs]]));
    return rows
      .filter(({ status }) => status === 'pending')
      .map((row) => toClaimed(row, waits.get(row.endpoint_id)?.shift() ?? 0));
  }
}

/** Slots that found no delivery are free again. */
function nextOf({ endpointId, waitsMs, nextInMs }: Allowance, claimed: readonly ClaimedDelivery[]): number {
  const used = claimed.filter((each) => each.endpointId === endpointId).length;
  return waitsMs[used] ?? nextInMs;
}

function toClaimed(row: ClaimedRow, waitMs: number): ClaimedDelivery {
  const { day, endpoint_id: endpointId, event_id: eventId, turn, attempts, attempted_at: attemptedAt, body } = row;
  return { day, endpointId, eventId, turn, attempts, attemptedAt, body, waitMs, endpoint: toSigner(endpointId, row) };
}

function toSigner(id: string, row: SignerRow): EndpointToSign {
  const { organization, url, secret, previous_secret: previousSecret, previous_until: previousUntil } = row;
  return { id, organization, url, secret, previousSecret, previousUntil };
}
