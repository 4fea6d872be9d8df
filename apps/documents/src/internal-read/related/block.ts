import type { RelationQuery } from '@app/contracts/documents';
import type { Queryable } from '@app/persistence';
import { BlockSpec, readBlocks } from './block.store';
import type { Chosen } from './chosen';
import { bytesOf } from './relation-limits';
import type { JoinedDocument, RelationPlace } from './relation-sql';

/** Chooses the documents that share a key with judged ones. None of them is read yet. */
export async function chooseOfBlock(
  from: Queryable,
  place: RelationPlace,
  query: RelationQuery,
  judged: readonly JoinedDocument[],
): Promise<Chosen> {
  const cap = query.block_cap ?? place.blockCap;
  const spec = { ...query, block_cap: cap, last_n: query.last_n ?? cap };
  const rows = await readBlocks(from, place, spec, judged, bytesOf(query));
  const isCutShort = couldDiffer(spec, query.last_n === null);
  return {
    rows: rows.map(({ ids, sizes, found, cut }) => ({ ids, sizes, more: ids.length < found || (cut && isCutShort) })),
    read: new Map(),
  };
}

/**
 * Whether a document past the cap could have been read: the newest of a block are read whatever is past them.
 * @param isWhole whether all of its documents that match are wanted, and not the first of them
 */
function couldDiffer(spec: BlockSpec, isWhole: boolean): boolean {
  const { where, window, order_by: order, last_n: lastN, block_cap: cap } = spec;
  return isWhole || lastN > cap || where !== null || window !== null || order.length > 0;
}
