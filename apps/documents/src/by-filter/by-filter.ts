import type { PatchContent, WriteBody } from '@app/contracts';
import { parseFilter } from '@app/filter';
import type { Filter } from '@app/filter';
import { invalid } from '@app/problem';
import { Matching } from '../document/matching';
import { Counts } from '../document/operations';
import { InForce } from '../snapshot/in-force';

export const byFilterTypes = { patch: 'patch_by_filter', delete: 'delete_by_filter' } as const;
export type ByFilterType = (typeof byFilterTypes)[keyof typeof byFilterTypes];

/** A write by filter as its job keeps it. */
export interface ByFilterRequest {
  namespace_id: string;
  filter: object;
  /** Left out for a deletion. */
  patch?: PatchContent;
}

/** Where a walk stands; moved in the transaction of the documents that it has passed. */
export interface ByFilterCursor {
  /** The last id that was looked at. */
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

/** Documents that nobody named are not listed by name: there may be millions. */
export function replyOf(counts: Counts): object {
  return { ...counts, documents: [] };
}

const lists = ['upsert', 'patch', 'append', 'delete', 'condition'] as const;

/**
 * The one write by filter of a request, or null when it has lists.
 * @throws Problem `invalid_request` when it has both
 */
export function byFilterOf(write: WriteBody): { type: ByFilterType; filter: object; patch?: PatchContent } | null {
  const { patch_by_filter: patch, delete_by_filter: removal } = write;
  const chosen = patch ?? removal;
  if (chosen === undefined) return null;
  const type = patch ? byFilterTypes.patch : byFilterTypes.delete;
  const other = patch && removal ? byFilterTypes.delete : lists.find((name) => write[name] !== undefined);
  if (other !== undefined)
    throw invalid('unknown_field', `/${other}`, `\`${type}\` stands alone; leave \`${other}\` out.`);
  return { type, filter: chosen.filter, ...(patch && { patch: patch.patch }) };
}

/** @throws Problem `invalid_request`: `empty_filter` for one without a condition, and whatever a query refuses */
export function checkFilter(type: ByFilterType, filter: object, inForce: InForce): Filter {
  const allow = { answers: true, within: true };
  return parseFilter(filter, { pointer: `/${type}/filter`, allow, known: inForce.shapeOf, refuseEmpty: true });
}

/** As it was checked when it was sent; what was removed since reads as missing. */
export function matchingOf({ filter, patch }: Pick<ByFilterRequest, 'filter' | 'patch'>): Matching {
  const allow = { answers: true, within: true };
  return { filter: parseFilter(filter, { pointer: '/filter', allow }), patch: patch ?? null };
}
