import { DATABASE } from '@app/boot';
import { FanoutPace, fanoutPaceOf } from '@app/contracts/documents';
import { Database, Named, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { EffectiveJudgment } from '../../judgment/definition/judgment';
import { deferred } from '../pending/lane';
import type { Claim, ClaimedRow } from '../pending/pending';
import { Spread, openDeferral } from './deferral.store';
import { limitOf } from './limit';
import { Wanting, shareRoom, wholeNamespace } from './room';
import { countRows, lockUncounted, lockUse, uncountRows, readUsedBy, readWhenRoom } from './use.store';

/** A claimed row of fan-out with its judgment. */
export interface SpreadRow {
  row: Pick<ClaimedRow, 'document' | 'judgmentId'>;
  judgment: EffectiveJudgment;
}

/** What names a claim's namespace and its rows. */
export type ClaimRef = Pick<Claim, 'id' | 'namespaceId' | 'organization' | 'namespace'>;

/* Locked, so that a change of the limit either counts here or finds the deferral that is begun here. */
const pace: Named = { name: 'rolling-pace', text: 'select fanout from namespace where id = $1 for share' };

const defer: Named = {
  name: 'rolling-defer',
  text: `
  update pending p set lane = ${deferred}, due_at = 'infinity', claim_id = null, deferred_from = coalesce(p.deferred_from, p.wanted_at)
  from unnest($3::text[], $4::text[]) as k(doc, jdg)
  where p.namespace_id = $1 and p.document_id = any($3) and p.document_id = k.doc and p.judgment_id = k.jdg
    and p.target_version = 0 and p.claim_id = $2`,
};

/** Counts answers for which fan-out asks an engine, and defers what is past the limit of 24 hours. */
@Injectable()
export class RollingStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /**
   * Counts claimed rows before their engine is asked, those first that wait longest. A row that is counted already, or
   * that a writer, a reader or a backfill wants by now, is not counted.
   * @returns the rows past the limit: their claim is off, and they wait until there is room again
   */
  async take(claim: ClaimRef, rows: readonly SpreadRow[]): Promise<Wanting[]> {
    const judgments = new Map(rows.map(({ row, judgment }) => [row.judgmentId, judgment]));
    return this.db.transaction('judgments.rolling', async (tx) => {
      await lockUse(tx, claim.namespaceId, judgments.keys());
      const namespace = await readPaceOf(tx, claim.namespaceId);
      const limits = new Map([[wholeNamespace, namespace.rolling_limit]]);
      for (const [id, judgment] of judgments) limits.set(id, limitOf(judgment, namespace));
      const wanting = await lockUncounted(tx, claim, rowsOf(rows));
      const used = await readUsedBy(tx, claim.namespaceId, judgments.keys());
      const room = new Map([...limits].map(([key, limit]) => [key, limit - used.get(key)!]));
      const { granted, refused } = shareRoom(wanting, room);
      await countRows(tx, claim, granted);
      if (refused.length > 0) await this.deferPastLimit(tx, claim, refused, judgments, limits);
      return refused;
    });
  }

  private async deferPastLimit(
    tx: Tx,
    claim: ClaimRef,
    refused: readonly Wanting[],
    judgments: ReadonlyMap<string, EffectiveJudgment>,
    limits: ReadonlyMap<string, number>,
  ): Promise<void> {
    await deferRows(tx, claim, refused);
    const ids = [...new Set(refused.map(({ judgmentId }) => judgmentId))].sort();
    const used = await readUsedBy(tx, claim.namespaceId, ids);
    const readWhen = (key: string): Promise<Date | null | undefined> => {
      const [count, limit] = [used.get(key)!, limits.get(key)!];
      return count < limit
        ? Promise.resolve(undefined)
        : readWhenRoom(tx, claim.namespaceId, key, { used: count, limit });
    };
    const whole = await readWhen(wholeNamespace);
    for (const id of ids) {
      const resumesAt = latest([whole, await readWhen(id)]);
      await openDeferral(tx, spreadOf(claim, judgments.get(id)!), resumesAt, false);
    }
  }

  /** Takes the count of claimed rows back, because no engine was asked; a later claim counts them anew. */
  async giveBack(claim: ClaimRef, rows: readonly SpreadRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.db.transaction('judgments.rolling-return', async (tx) => {
      await lockUse(tx, claim.namespaceId, judgmentIdsOf(rows));
      await uncountRows(tx, claim, rowsOf(rows));
    });
  }

  /** Defers claimed rows until `resumesAt`: fan-out has spent its share of the budget. Their counts are taken back. */
  async deferForMoney(claim: ClaimRef, rows: readonly SpreadRow[], resumesAt: Date): Promise<void> {
    if (rows.length === 0) return;
    const judgments = new Map(rows.map(({ row, judgment }) => [row.judgmentId, judgment]));
    await this.db.transaction('judgments.rolling-refused', async (tx) => {
      await lockUse(tx, claim.namespaceId, judgments.keys());
      await uncountRows(tx, claim, rowsOf(rows));
      const refused = await lockUncounted(tx, claim, rowsOf(rows));
      await deferRows(tx, claim, refused);
      for (const id of [...new Set(refused.map(({ judgmentId }) => judgmentId))].sort()) {
        await openDeferral(tx, spreadOf(claim, judgments.get(id)!), resumesAt, true);
      }
    });
  }
}

async function readPaceOf(tx: Tx, namespaceId: string): Promise<FanoutPace> {
  const { rows } = await tx.query<{ fanout: object }>(pace, [namespaceId]);
  return fanoutPaceOf(rows[0].fanout);
}

async function deferRows(tx: Tx, claim: ClaimRef, rows: readonly SpreadRow['row'][]): Promise<void> {
  const columns = [rows.map(({ document }) => document), rows.map(({ judgmentId }) => judgmentId)];
  await tx.query(defer, [claim.namespaceId, claim.id, ...columns]);
}

/** The later of the times; null, which is never, when one is null. Undefined ones do not count. */
function latest(times: readonly (Date | null | undefined)[]): Date | null {
  const known = times.filter((time) => time !== undefined);
  if (known.some((time) => time === null)) return null;
  return known.reduce((a, b) => (a! > b! ? a : b), new Date(0));
}

function spreadOf(
  { organization, namespace, namespaceId }: ClaimRef,
  { id: judgmentId, name }: EffectiveJudgment,
): Spread {
  return { organization, namespace, namespaceId, judgmentId, name };
}

function rowsOf(rows: readonly SpreadRow[]): SpreadRow['row'][] {
  return rows.map(({ row }) => row);
}

function judgmentIdsOf(rows: readonly SpreadRow[]): Set<string> {
  return new Set(rows.map(({ row }) => row.judgmentId));
}
