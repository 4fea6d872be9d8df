import type { PatchContent, WriteBody } from '@app/contracts/documents';
import { byFilterTypeOf } from '@app/document-write';
import type { ByFilterType } from '@app/document-write';
import { maxFilterBytes, parseFilter } from '@app/filter';
import type { Filter } from '@app/filter';
import { Matching } from '../../document/matching';
import { Counts } from '../../document/operations';
import { InForce, shapesOf } from '../../namespace/snapshot/in-force';

/** A write by filter as its job keeps it. */
export interface ByFilterRequest {
  namespace_id: string;
  filter: object;
  /** Left out for a deletion. */
  patch?: PatchContent;
}

/** How far a walk is; it moves in the transaction of the documents that it passes. */
export interface ByFilterCursor {
  /** The last id that the walk has passed. */
  after: string;
  counts: Counts;
}

export const atStart: ByFilterCursor = {
  after: '',
  counts: { upserted: 0, patched: 0, appended: 0, deleted: 0, unchanged: 0, skipped: 0, missing: 0 },
};

export function sumOf(a: Counts, b: Counts): Counts {
  return {
    upserted: a.upserted + b.upserted,
    patched: a.patched + b.patched,
    appended: a.appended + b.appended,
    deleted: a.deleted + b.deleted,
    unchanged: a.unchanged + b.unchanged,
    skipped: a.skipped + b.skipped,
    missing: a.missing + b.missing,
  };
}

/** The reply leaves `documents` empty: the caller named none of them, and there may be millions. */
export function replyOf(counts: Counts): object {
  return { ...counts, documents: [] };
}

/** A write by filter as a request sends it. */
export interface ByFilterWrite {
  type: ByFilterType;
  filter: object;
  /** Left out for a deletion. */
  patch?: PatchContent;
}

/**
 * The write by filter of a request, or null when the request has lists of operations.
 * @throws Problem `invalid_request`, reason `unknown_field`, when it has both
 */
export function byFilterOf(write: WriteBody): ByFilterWrite | null {
  const type = byFilterTypeOf(write);
  const { patch_by_filter: patch, delete_by_filter: deletion } = write;
  if (type === null) return null;
  return patch ? { type, filter: patch.filter, patch: patch.patch } : { type, filter: deletion!.filter };
}

/** @throws Problem `invalid_request`: `empty_filter` for one without a condition, and all that a query refuses */
export function checkFilter(type: ByFilterType, filter: object, inForce: InForce): Filter {
  const allow = { answers: true, within: true };
  return parseFilter(filter, {
    pointer: `/${type}/filter`,
    allow,
    known: shapesOf(inForce),
    refuseEmpty: true,
    maxBytes: maxFilterBytes,
  });
}

/** The request was checked when it came; a judgment that was removed since reads as missing. */
export function matchingOf({ filter, patch }: Pick<ByFilterRequest, 'filter' | 'patch'>): Matching {
  const allow = { answers: true, within: true };
  return { filter: parseFilter(filter, { pointer: '/filter', allow }), patch: patch ?? null };
}
