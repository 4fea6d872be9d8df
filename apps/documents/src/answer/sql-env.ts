import { fitExpression, filterSql } from '@app/filter';
import type { SqlEnv, SqlJudgment } from '@app/filter';
import { InForce, JudgmentInForce } from '../snapshot/in-force';
import { openGatherSql, openSpreadSql } from './open-sql';

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
        ...{ judgmentId, type, thresholds, levels, activeVersion, circuitOpen, deferred, copied, paused },
        appliesTo: judgment.appliesToFilter,
        ...(judgment.edges.length > 0 && { open: openOf(judgment) }),
        fit: fitExpression(judgment.fits),
      };
    },
  };
}

/** SQL of whether related changes have still to reach a judgment's answer of document `d`. */
export function openOf({
  judgmentId,
  edges,
  fanoutScope,
  freshFrom,
}: JudgmentInForce): NonNullable<SqlJudgment['open']> {
  // A judgment id is no text of users; nothing that SQL reads may stand in one all the same.
  if (!/^[A-Za-z0-9_-]+$/.test(judgmentId)) throw new Error(`no judgment id: ${judgmentId}`);
  const judgment = `'${judgmentId}'`;
  const own = `o.namespace_id = d.namespace_id and o.document_id = d.id and o.judgment_id = ${judgment}`;
  const relatedTo = `coalesce((select o.related_to from answer o where ${own}), 0)`;
  const answer = { namespace: 'd.namespace_id', document: 'd.id', judgment, relatedTo };
  return (scope) => {
    const inScope = fanoutScope === null ? '' : ` and ${filterSql(fanoutScope, scope, false)}`;
    const gathered = edges.some(({ mine }) => mine === 'id') ? openGatherSql(answer) : 'false';
    const isBefore = (): string => `coalesce(o.watermark < ${scope.param(freshFrom)}::timestamptz, true)`;
    return {
      gather:
        freshFrom === null ? gathered : `(${gathered} or exists (select from answer o where ${own} and ${isBefore()}))`,
      spread: edges.some(({ mine }) => mine !== 'id') ? `(${openSpreadSql(answer)}${inScope})` : 'false',
    };
  };
}
