import { fitExpression } from '@app/filter';
import type { SqlEnv } from '@app/filter';
import { InForce } from '../snapshot/in-force';
import { openFanoutSql } from './answer-row';

/** What the filter's SQL must know of a namespace. */
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
      const judgment = inForce.judgment(name);
      if (!judgment) return undefined;
      return {
        judgmentId: judgment.judgmentId,
        type: judgment.type,
        thresholds: judgment.thresholds,
        levels: judgment.levels,
        appliesTo: judgment.appliesToFilter,
        activeVersion: judgment.activeVersion,
        paused,
        circuitOpen: inForce.circuitOpen(judgment),
        deferred: inForce.deferred(judgment),
        openFanout: openFanoutSql(judgment.judgmentId),
        fit: fitExpression(inForce.fitsOf(judgment)),
        copied: judgment.copied,
      };
    },
  };
}
