import type { SqlJudgment, SqlScope } from './scope';

export interface StatusSql {
  status: string;
  staleReason: string;
  unavailableReason: string;
}

/**
 * `statusOf` of `@app/definition` in SQL, as three text expressions over the left-joined answer `alias` of document `d`.
 * Facts about the whole judgment are known here and become part of the text.
 */
export function statusSql(judgment: SqlJudgment, alias: string, scope: SqlScope): StatusSql {
  const { paused, circuitOpen, deferred } = judgment;
  const open = judgment.open?.(scope, alias) ?? { gather: 'false', spread: 'false' };
  // The scope of a fan-out may be unknown of a document, and then does not hold.
  const [gather, spread] = [`(${open.gather}) is true`, `(${open.spread}) is true`];
  const none = `coalesce(${alias}.record, 0) = 0`;
  const wanted = `coalesce(${alias}.wanted > ${alias}.seen, false)`;
  const current = `${alias}.version is not distinct from ${scope.param(judgment.activeVersion)}::int`;
  const fresh = `(${current} and ${alias}.seen = ${alias}.wanted and not (${gather}) and not (${spread}))`;
  const cause = `case when ${wanted} then coalesce(${alias}.cause, 'document') end`;
  const fannedOut = `(${spread} or coalesce(${cause} = 'fanout', false))`;
  const related = `(${fannedOut} or ${gather} or coalesce(${cause} = 'related', false))`;
  const pending = paused ? 'false' : `(${wanted} and ${alias}.failure is null)`;
  const whyStale = paused
    ? `'judging_paused'`
    : `case when ${circuitOpen || `${alias}.failure is not null`} then 'engine_unavailable'
        ${deferred ? `when ${fannedOut} then 'fanout_deferred'` : ''}
        when not (${current}) then 'version_changed'
        when ${cause} = 'document' then 'document_changed'
        when ${related} then 'related_changed'
        else 'interval_elapsed' end`;
  return {
    status: `case when ${none} then case when ${pending} then 'pending' else 'unavailable' end
      when ${fresh} then 'fresh' else 'stale' end`,
    staleReason: `case when ${none} or ${fresh} then null else ${whyStale} end`,
    unavailableReason: `case when not (${none}) or ${pending} then null
      when ${paused} and (${wanted} or ${alias}.failure is null) then 'judging_paused' else coalesce(${alias}.failure, 'never_judged') end`,
  };
}
