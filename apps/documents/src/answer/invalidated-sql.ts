import type { Cause } from '@app/definition';

/** Of several causes an answer keeps the first of `causes`; these come before the ones that relations give. */
const before = { related: `('document')`, fanout: `('document', 'related')` } satisfies Partial<Record<Cause, string>>;

const kept = `case when a.wanted > a.seen and a.cause = 'related' then a.stale_by end`;

/**
 * SQL of the assignments by which a related change invalidates answer `a`.
 * @param wanted SQL of the version that is wanted from now on
 * @param at SQL of the time of the change
 * @param staleBy SQL of the related document of its own that changed; left out, an answer that waits for one keeps it
 */
export function invalidatedSql(cause: keyof typeof before, wanted: string, at: string, staleBy = kept): string {
  // It is read beside the cause `related` alone, so a fan-out leaves it as it is.
  const by = cause === 'related' ? `, stale_by = ${staleBy}` : '';
  return `wanted = ${wanted}, touched_at = ${at}, wanted_at = case when a.wanted > a.seen then a.wanted_at else ${at} end,
    cause = case when a.wanted > a.seen and coalesce(a.cause, 'document') in ${before[cause]} then a.cause else '${cause}' end${by}`;
}
