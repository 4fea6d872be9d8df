import { fitExpression, filterSql } from '@app/filter';
import type { SqlEnv, SqlJudgment } from '@app/filter';
import { InForce, JudgmentInForce } from '../namespace/snapshot/in-force';
import { openGatherSql, openNamesSql, openSpreadSql } from './open-sql';

/** What the SQL of a filter must know of a namespace. */
export function sqlEnvOf(
  inForce: InForce,
  namespaceId: string,
  paused: boolean,
  firstParam: number,
  attributes: SqlEnv['attributes'] = 'index',
): SqlEnv {
  return {
    firstParam,
    namespaceId,
    attributes,
    judgment(name) {
      const judgment = inForce.byName.get(name);
      if (!judgment) return undefined;
      const { judgmentId, type, thresholds, levels, activeVersion, circuitOpen, deferred, copied } = judgment;
      return {
        judgmentId,
        type,
        thresholds,
        levels,
        activeVersion,
        circuitOpen,
        deferred,
        copied,
        paused,
        appliesTo: judgment.appliesToFilter,
        ...(judgment.edges.length > 0 && { open: openOf(judgment) }),
        fit: fitExpression(judgment.fits),
      };
    },
  };
}

/**
 * SQL of whether related changes have still to reach a judgment's answer of document `d`. What it needs of the answer it
 * takes from the row that the statement has joined: a look for the row by key is a scan of the judgment's answers where
 * Postgres has no statistics of the table and prefers the index by number.
 */
export function openOf({
  judgmentId,
  edges,
  fanoutScope,
  freshFrom,
  scopedFrom,
}: JudgmentInForce): NonNullable<SqlJudgment['open']> {
  // A judgment id is no text of users; nothing that SQL reads may stand in one all the same.
  if (!/^[A-Za-z0-9_-]+$/.test(judgmentId)) throw new Error(`no judgment id: ${judgmentId}`);
  const of = { namespace: 'd.namespace_id', document: 'd.id', judgment: `'${judgmentId}'` };
  return (scope, alias) => {
    const answer = { ...of, relatedTo: `coalesce(${alias}.related_to, 0)` };
    // Of the parameter and not of the document, so that the statement looks once.
    const names = openNamesSql({ namespace: scope.namespaceParam(), judgment: of.judgment });
    const inScope = (): string => (fanoutScope === null ? '' : ` and ${filterSql(fanoutScope, scope, false)}`);
    const gathered = edges.some(({ mine }) => mine === 'id') ? openGatherSql(answer, names) : 'false';
    const isBefore = (moment: string): string =>
      `coalesce(${alias}.watermark < ${scope.param(moment)}::timestamptz, ${alias}.judgment_id is not null)`;
    const missed = [
      ...(freshFrom === null ? [] : [isBefore(freshFrom)]),
      ...(scopedFrom === null ? [] : [`(${isBefore(scopedFrom)}${inScope()})`]),
    ];
    return {
      gather: missed.length === 0 ? gathered : `(${[gathered, ...missed].join(' or ')})`,
      spread: edges.some(({ mine }) => mine !== 'id') ? `(${openSpreadSql(answer, names)}${inScope()})` : 'false',
    };
  };
}
