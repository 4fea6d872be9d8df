import type { JudgmentSnapshot as PublishedSnapshot } from '@app/contracts/documents';
import { admitsMore, fanoutInEffect, isTemplate } from '@app/definition';
import type { OwnFanout } from '@app/definition';
import type { Tx } from '@app/persistence';
import { requestRecounts } from '../../group/build.store';
import { addDependentWalk } from '../../invalidation/fanout/dependent-walk.store';
import { isJudgedOnChange } from '../../namespace/snapshot/in-force';
import { StoredSnapshot, hasFanOuts, knownJudgment } from '../../namespace/snapshot/known-judgment';
import { OwnFanout as NamespaceFanout } from '../../namespace/settings';

/** Where a judgment's settings in a scope come from. */
interface Settings {
  /** The judgment in force there: the template, or the namespace's own. */
  judgment: PublishedSnapshot;
  /** The snapshot whose freshness holds: that of the judgment, or the namespace's override. */
  freshness: PublishedSnapshot;
}

/**
 * When a change moves the fan-out scope of a judgment so that documents may come in, the answers that fan-outs may have left
 * out read stale there, and a walk has them judged again after the time for which a fan-out waits.
 * @param before null for a snapshot that is new
 */
export async function walkMovedScope(
  tx: Tx,
  before: PublishedSnapshot | null,
  after: PublishedSnapshot,
): Promise<void> {
  const others = await readOthersOf(tx, after);
  const [was, is] = [before, after].map((one) => settingsIn(after.scope, one === null ? others : [...others, one]));
  if (was === null || is === null || !hasFanOuts(knownJudgment(is.judgment))) return;
  const fanout = is.freshness.fanout ?? {};
  if (!admitsMore(was.freshness.fanout?.scope, fanout.scope)) return;
  const { organization, judgment_id, scope, name } = after;
  // Nobody is notified of the answers of other policies, so there is nothing to wait for.
  const debounceMs = isJudgedOnChange(is.freshness) ? await readDebounceMs(tx, after, fanout) : 0;
  await addDependentWalk(tx, { organization, judgment_id, scope, scoped: true, debounceMs });
  await requestRecounts(tx, organization, { scope, name }, 'judgments');
}

/** The other snapshots of the judgment that may hold in the scope of one. */
async function readOthersOf(
  tx: Tx,
  { organization, judgment_id, scope, kind }: PublishedSnapshot,
): Promise<StoredSnapshot[]> {
  if (isTemplate(scope)) return [];
  const { rows } = await tx.query<{ body: StoredSnapshot }>(
    `select body from judgment_column where organization = $1 and judgment_id = $2
       and (scope like '%/*' or scope = $3 and kind <> $4)`,
    [organization, judgment_id, scope, kind],
  );
  return rows.map(({ body }) => body);
}

/** @returns null where the judgment is not in force */
function settingsIn(scope: string, snapshots: readonly PublishedSnapshot[]): Settings | null {
  const standing = snapshots.filter(({ archived }) => !archived);
  const judgments = standing.filter(({ kind }) => kind === 'judgment');
  const judgment = judgments.find((one) => one.scope === scope) ?? judgments[0];
  if (judgment === undefined) return null;
  const override = standing.find(({ kind, overrides }) => kind === 'override' && overrides?.includes('freshness'));
  return { judgment, freshness: judgment.scope === scope ? judgment : (override ?? judgment) };
}

/** A namespace's own debounce counts where the judgment sets none; on a prefix there is no namespace. */
async function readDebounceMs(tx: Tx, { organization, scope }: PublishedSnapshot, fanout: OwnFanout): Promise<number> {
  const { rows } = await tx.query<{ fanout: NamespaceFanout }>(
    'select fanout from namespace where organization = $1 and name = $2',
    [organization, scope],
  );
  return fanoutInEffect(fanout, rows[0]?.fanout).debounce_ms;
}
