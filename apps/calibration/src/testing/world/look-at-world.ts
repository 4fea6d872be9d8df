import type { WorldKind } from '@app/testing/world';
import { judgeWorld } from './judged-world';
import { knownSides, lookAtAlternatives } from './look-at-alternatives';
import { lookAtRecommendations } from './look-at-recommendation';
import { lookAtDrift, lookAtHistory, lookAtReport, lookAtThresholds } from './look-at-report';
import type { Needs } from './needs';
import { type Count, countAll } from './tally';

/** Looks at each cell of so many worlds of a kind. */
export function lookAtWorlds(kind: WorldKind, needs: Needs, count: number): Count[] {
  const sides = knownSides(kind.make(1));
  const observations = Array.from({ length: count }, (_, at) => {
    const judged = judgeWorld(kind.make(at + 1));
    return [
      ...lookAtReport(judged, needs),
      ...lookAtRecommendations(judged),
      ...lookAtDrift(judged, needs),
      ...lookAtThresholds(judged),
      ...lookAtAlternatives(judged, needs, sides),
      ...lookAtHistory(judged),
    ];
  });
  return countAll(observations.flat());
}
