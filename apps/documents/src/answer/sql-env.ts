import { fitExpression } from '@app/filter';
import type { SqlEnv } from '@app/filter';
import { InForce } from '../snapshot/in-force';
import { openFanoutSql } from './answer-row';

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
        ...(judgment.edges.length > 0 && { openFanout: openFanoutSql(judgmentId) }),
        fit: fitExpression(judgment.fits),
      };
    },
  };
}
