import type { Named, Tx } from '@app/persistence';
import { deferred, fanout } from './lane';
import type { Wanted } from './pending';

/*
 * A deferral is locked while fan-out of its judgment is queued, so that it does not end between the look and the queue:
 * what waits in the lane of deferred rows always has a deferral.
 */
const lockDeferrals: Named = {
  name: 'deferral-share',
  text: `select d.namespace_id, d.judgment_id from deferral d
         where (d.namespace_id, d.judgment_id) in (select * from unnest($1::bigint[], $2::text[]))
         order by 1, 2 for key share`,
};

/** The wanted answers, with fan-out of deferred judgments in the lane of deferred rows. To be queued in this transaction. */
export async function readDeferringFanout(tx: Tx, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const spread = wanted.filter(({ lane }) => lane === fanout);
  const { rows } = await tx.query<{ namespace_id: string; judgment_id: string }>(lockDeferrals, [
    spread.map(({ namespaceId }) => namespaceId),
    spread.map(({ judgmentId }) => judgmentId),
  ]);
  const keys = new Set(rows.map(({ namespace_id, judgment_id }) => `${namespace_id}\n${judgment_id}`));
  return wanted.map((row) =>
    row.lane === fanout && keys.has(`${row.namespaceId}\n${row.judgmentId}`) ? { ...row, lane: deferred } : row,
  );
}
