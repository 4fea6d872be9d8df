import { losesAtMost } from '@app/statistics';
import { CountedScore } from './judged-row';
import { nats } from './wording';

/** "No worse" is proven where the labels allow a loss of at most this share of the version's. */
const smallShare = 0.1;

/** What a row that claims no gain may lose, in words: few labels allow a large loss. */
export function allowedWords({ comparison: { statistic } }: CountedScore): string {
  const most = losesAtMost(statistic);
  return most > smallShare * statistic.versionLogLoss
    ? `not proven: the labels allow a loss of ${nats(most)} (95 %), more than a tenth of the version's ${nats(statistic.versionLogLoss)}`
    : `it loses at most ${nats(most)} (95 %)`;
}
