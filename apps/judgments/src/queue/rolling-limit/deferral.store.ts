import { NamespaceRef } from '@app/contracts';
import { makeEvent } from '@app/contracts/events';
import { deferralChanged } from '@app/contracts/judgments';
import { timestamp } from '@app/observability';
import { Named, Tx, addToOutbox, eventRow, factRow, newId } from '@app/persistence';
import { deferred, fanout } from '../pending/lane';

/** Fan-out of one judgment in one namespace. */
export interface Spread extends NamespaceRef {
  namespaceId: string;
  judgmentId: string;
  /** The judgment's name. */
  name: string;
}

/** Rows of `p` that wait for the rolling limit; the index `pending_fanout` holds them alone. */
const waiting = `p.namespace_id = $1 and p.judgment_id = $2 and p.counted_at is null`;

const open: Named = {
  name: 'deferral-open',
  text: `
  insert into deferral as d (namespace_id, judgment_id, name, resumes_at, told_at, held_until)
  select $1, $2, $3, e.at, e.at, case when $5::boolean then e.at else '-infinity' end from (select coalesce($4::timestamptz, 'infinity') as at) e
  on conflict (namespace_id, judgment_id) do update set
    held_until = greatest(d.held_until, excluded.held_until),
    resumes_at = case when $5::boolean then greatest(d.resumes_at, excluded.resumes_at) else d.resumes_at end
  returning xmax = 0 as opened`,
};
const countWaiting: Named = {
  name: 'deferral-count',
  text: `select count(*)::float8 as count from pending p where ${waiting} and p.lane in (${fanout}, ${deferred})`,
};

/**
 * Begins a deferral, with its event and its fact, unless the judgment has one: rows of it wait from this transaction on.
 * @param resumesAt when there is room again; null for never, as things stand
 * @param isMoney it is the money that is spent, so nothing is promoted before then
 */
export async function openDeferral(tx: Tx, spread: Spread, resumesAt: Date | null, isMoney: boolean): Promise<void> {
  const { namespaceId, judgmentId, name } = spread;
  const { rows } = await tx.query<{ opened: boolean }>(open, [namespaceId, judgmentId, name, resumesAt, isMoney]);
  if (!rows[0].opened) return;
  const counted = await tx.query<{ count: number }>(countWaiting, [namespaceId, judgmentId]);
  await tell(tx, spread, { deferred: counted.rows[0].count, resumesAt });
}

const end: Named = { name: 'deferral-end', text: 'delete from deferral where namespace_id = $1 and judgment_id = $2' };

/** Ends a deferral, with its event and its fact. */
export async function endDeferral(tx: Tx, spread: Spread): Promise<void> {
  await tx.query(end, [spread.namespaceId, spread.judgmentId]);
  await tell(tx, spread, null);
}

/** @param now rows that wait, and until when; null once caught up */
async function tell(tx: Tx, spread: Spread, now: { deferred: number; resumesAt: Date | null } | null): Promise<void> {
  const { organization, namespace, name: judgment } = spread;
  const at = await revise(tx);
  const about = { id: newId('evt'), organization, namespace, timestamp: at.now };
  const resumes_at = now?.resumesAt ? timestamp(now.resumesAt.getTime()) : null;
  const type = now ? 'judgment.fanout_deferred' : 'judgment.fanout_caught_up';
  await addToOutbox(tx, [
    factOf(spread, now !== null, resumes_at, at.revision),
    eventRow(makeEvent(type, about, { judgment, deferred: now?.deferred ?? 0, resumes_at })),
  ]);
}

/** Tells documents that a deferral ends at another time. */
export async function tellResume(tx: Tx, spread: Spread, resumesAt: Date | null): Promise<void> {
  const { revision } = await revise(tx);
  await addToOutbox(tx, [factOf(spread, true, resumesAt && timestamp(resumesAt.getTime()), revision)]);
}

async function revise(tx: Tx): Promise<{ revision: number; now: string }> {
  const { rows } = await tx.query<{ revision: string; now: Date }>(
    `select nextval('deferral_revision') as revision, app.now() as now`,
  );
  return { revision: Number(rows[0].revision), now: timestamp(rows[0].now.getTime()) };
}

function factOf(
  { organization, namespace, judgmentId: judgment_id }: Spread,
  isDeferred: boolean,
  resumes_at: string | null,
  revision: number,
) {
  return factRow(deferralChanged, { organization, namespace, judgment_id, deferred: isDeferred, resumes_at, revision });
}
