import type { RelationQuery } from '@app/contracts/documents';
import type { Queryable } from '@app/persistence';
import { idsOf } from '../../document/join-key';
import type { Chosen } from './chosen';
import { bytesOf, mostCandidates } from './relation-limits';
import { JoinedDocument, RelationPlace, pairFilter } from './relation-sql';
import { TargetRow, isRead, readOrder, readTargets } from './target.store';

/**
 * Whether judged documents name their related ones by id, and what they name does not depend on which of them is asked for.
 * Then each is read once for all judged documents that name it.
 */
export function areTargets({ theirs, where }: RelationQuery, judged: readonly JoinedDocument[]): boolean {
  // Of more than may be looked at the newest count, for each judged document by itself.
  return (
    theirs === 'id' &&
    pairFilter({ where }) === null &&
    judged.every(({ value }) => idsOf(value).length <= mostCandidates)
  );
}

/**
 * Chooses the documents that judged ones name by id, and reads them.
 * @param maxBytes of what is read of them; of the others sizes alone are known
 */
export async function chooseTargets(
  from: Queryable,
  place: RelationPlace,
  query: RelationQuery,
  judged: readonly JoinedDocument[],
  maxBytes: number,
): Promise<Chosen> {
  const most = query.last_n ?? query.block_cap ?? place.blockCap;
  const named = judged.map(({ value }) => idsOf(value));
  // Who names no more than is given is given all: nothing has to be known before they are read.
  const joined = named.every((ids) => ids.length <= most) ? named : await readJoined(from, place, query, named);
  const wanted = new Set(joined.flatMap((ids) => ids.slice(0, most)));
  const targets = wanted.size === 0 ? [] : await readTargets(from, place, query, [...wanted], maxBytes);
  const places = new Map(targets.map(({ id }, index) => [id, index]));
  const rows = joined.map((ids) => {
    const { kept, isCut } = keptOf(placesOf(ids.slice(0, most), places), targets, bytesOf(query));
    const more = isCut || (query.last_n === null && ids.length > most);
    return { ids: kept.map(({ id }) => id), sizes: kept.map(({ size }) => size), more };
  });
  return { rows, read: new Map(targets.filter(isRead).map((target) => [target.id, target])) };
}

/** The first of them, up to one past the bytes of a relation. */
function keptOf(
  places: readonly number[],
  targets: readonly TargetRow[],
  maxBytes: number,
): { kept: TargetRow[]; isCut: boolean } {
  const kept: TargetRow[] = [];
  let bytes = 0;
  for (const place of places) {
    if (bytes >= maxBytes) return { kept, isCut: true };
    kept.push(targets[place]);
    bytes += targets[place].size;
  }
  return { kept, isCut: false };
}

/** Of the documents that each judged one names those that a relation joins, in its order. */
async function readJoined(
  from: Queryable,
  place: RelationPlace,
  query: RelationQuery,
  named: readonly (readonly string[])[],
): Promise<string[][]> {
  const ordered = await readOrder(from, place, query, [...new Set(named.flat())]);
  const places = new Map(ordered.map((id, index) => [id, index]));
  return named.map((ids) => placesOf(ids, places).map((index) => ordered[index]));
}

function placesOf(ids: readonly string[], places: ReadonlyMap<string, number>): number[] {
  return ids.flatMap((id) => places.get(id) ?? []).sort((one, other) => one - other);
}
