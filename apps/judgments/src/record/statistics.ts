import { groupBy } from '../queue/pending/group-by';
import { isPreJudged } from '../queue/pending/pending';
import { countLags } from '../judgment/statistic/lag';
import { allNamespaces } from '../judgment/statistic/statistic.store';
import type { Held } from './held';

/** Parameter 6 of the write: counts by namespace and judgment, and of a template over all namespaces that inherit it. */
export function statisticsOf(held: readonly Held[]): object[] {
  const own = groupBy(held, ({ entry, outcome }) => `${entry.claim.namespaceId}\n${outcome.row.judgmentId}`);
  const inherited = held.filter(({ outcome }) => outcome.isInherited);
  const byTemplate = groupBy(inherited, ({ outcome }) => outcome.row.judgmentId);
  return [
    ...[...own.values()].map((group) => countsOf(group[0].entry.claim.namespaceId, group)),
    ...[...byTemplate.values()].map((group) => countsOf(allNamespaces, group)),
  ];
}

function countsOf(ns: string, group: readonly Held[]): object {
  const answered = group.flatMap(({ outcome }) => (outcome.kind === 'answered' ? [outcome] : []));
  const sum = (read: (outcome: (typeof answered)[number]) => number): number =>
    answered.reduce((total, outcome) => total + read(outcome), 0);
  const timely = group.filter(({ outcome }) => outcome.kind !== 'failed' && !isPreJudged(outcome.row));
  return {
    ns,
    jdg: group[0].outcome.row.judgmentId,
    evaluations: answered.length,
    failures: group.filter(({ outcome }) => outcome.kind === 'failed').length,
    truncated: answered.filter(({ truncated }) => truncated).length,
    tokens: sum(({ contextTokens }) => contextTokens),
    units: sum(({ units }) => units),
    usd: sum(({ costUsd }) => costUsd),
    lags: countLags(timely.map(({ row }) => row.now.getTime() - row.first_touch_at.getTime())),
  };
}
