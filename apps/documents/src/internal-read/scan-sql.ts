import type { ScanDocuments } from '@app/contracts/documents';
import { SqlScope, filterSql, parseFilter } from '@app/filter';
import { openOf, sqlEnvOf } from '../answer/sql-env';
import { JudgmentInForce, NamespaceInForce } from '../namespace/snapshot/in-force';

/** The documents that a scan selects: SQL from its `from` on, and the parameters that it names. */
export interface Selected {
  sql: string;
  scope: SqlScope;
}

/**
 * The documents of a filter. With a judgment those that it applies to, and with `only` those of them whose answer is
 * missing, stale, invalidated, failed or of another epoch.
 */
export function selectedBy(
  query: ScanDocuments,
  { namespaceId, inForce }: NamespaceInForce,
  paused: boolean,
  judgment: JudgmentInForce | undefined,
): Selected {
  const scope = new SqlScope(sqlEnvOf(inForce, namespaceId, paused, 1));
  const filter = parseFilter(query.filter ?? {}, { pointer: '/filter', allow: { answers: true, within: true } });
  const conditions = [`d.namespace_id = ${scope.namespaceParam()}`, filterSql(filter, scope)];
  if (judgment?.appliesToFilter && query.version === undefined) {
    conditions.push(filterSql(judgment.appliesToFilter, scope));
  }
  if (judgment && query.only !== undefined) conditions.push(answerSql(judgment, query, scope));
  return { sql: `from document d ${scope.joins()} where ${conditions.join(' and ')}`, scope };
}

/**
 * Missing: there is no answer. Stale: the status rule says so. Invalidated: a change of the document or of a related one has made it
 * so. Failed: the last attempt failed. Of another epoch: another engine gave the answer, or this one in an epoch that is not in force.
 */
function answerSql(judgment: JudgmentInForce, { only = [], version }: ScanDocuments, scope: SqlScope): string {
  // Functions, because Postgres refuses a statement with a parameter that it does not use.
  const own = (): string =>
    `select from answer a where a.namespace_id = d.namespace_id and a.document_id = d.id
       and a.judgment_id = ${scope.param(judgment.judgmentId)}::text`;
  const open = (): string => (judgment.edges.length > 0 ? openIn(judgment, scope) : '');
  const outdated = (): string =>
    `a.version is distinct from ${scope.param(version ?? judgment.activeVersion)}::int or a.seen <> a.wanted
       ${open()}`;
  const tests: Record<string, () => string> = {
    missing: () => `not exists (${own()} and a.record > 0)`,
    stale: () => `exists (${own()} and a.record > 0 and (${outdated()}))`,
    invalidated: () => `exists (${own()} and a.record > 0 and (a.wanted > a.seen ${open()}))`,
    failed: () => `exists (${own()} and a.failure is not null)`,
    other_epoch: () => otherEpoch(own, judgment, scope),
  };
  return `(${only.map((one) => tests[one]?.() ?? 'true').join(' or ')})`;
}

/** No answer while the epoch in force is not known: nothing would be judged by another one then. */
function otherEpoch(own: () => string, { engine, presentEpoch }: JudgmentInForce, scope: SqlScope): string {
  if (presentEpoch === null) return 'false';
  const [name, epoch] = [engine.name, presentEpoch].map((value) => `${scope.param(value)}::text`);
  // Epochs of two engines may have the same name.
  return `exists (${own()} and a.record > 0
    and (a.epoch is distinct from ${epoch} or a.body -> 'engine' ->> 'name' is distinct from ${name}))`;
}

function openIn(judgment: JudgmentInForce, scope: SqlScope): string {
  const { gather, spread } = openOf(judgment)(scope, 'a');
  return `or ${gather} or ${spread}`;
}
