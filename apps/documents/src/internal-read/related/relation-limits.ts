import type { RelationSpec } from '@app/definition';

/** Related documents that are looked at for one relation of one document: the newest. */
export const mostCandidates = 10_000;
/** Bytes of a related document beside its members. */
export const frameBytes = 256;
/** Bytes of the documents that a reply has once for several judged ones, beside what else is related to these. */
export const maxSharedBytes = 4 * 1024 * 1024;
const maxRelationBytes = 256 * 1024;
/** As many candidates as a block may have need more: each of them may be chosen, so none should be missing. */
const maxCandidateBytes = 4 * 1024 * 1024;

/** Bytes of the related documents of one relation of one document; those last in the order are left out. */
export function bytesOf({ last_n }: Pick<RelationSpec, 'last_n'>): number {
  return last_n === null ? maxCandidateBytes : maxRelationBytes;
}
