import type { Cause } from '@app/definition';

/** Of several causes an answer keeps the first of `causes`; these come before the ones that relations give. */
const before = { related: `('document')`, fanout: `('document', 'related')` } satisfies Partial<Record<Cause, string>>;

/**
 * SQL of the assignments by which a related change invalidates answer `a`.
 * @param wanted SQL of the version that is wanted from now on
 * @param at SQL of the time of the change
 */
export function invalidatedSql(cause: keyof typeof before, wanted: string, at: string): string {
  return `wanted = ${wanted}, touched_at = ${at}, wanted_at = case when a.wanted > a.seen then a.wanted_at else ${at} end,
    cause = case when a.wanted > a.seen and coalesce(a.cause, 'document') in ${before[cause]} then a.cause else '${cause}' end`;
}
