import { fanoutInEffect } from '@app/definition';
import type { EffectiveJudgment } from '../../judgment/definition/judgment';
import type { Namespace } from '../../copy/namespace/namespace';
import { isAutomatic } from '../../quote/amounts';

/** Answers that a judgment's fan-out may ask in any 24 hours: its own limit, else the namespace's. */
export function limitOf({ freshness }: EffectiveJudgment, { rolling_limit }: Namespace['fanout']): number {
  return fanoutInEffect(freshness.fanout ?? {}, { rolling_limit }).rolling_limit;
}

/** Whether a judgment's fan-out is asked at all; the rows of any other are dropped when they are claimed. */
export function isAskedBySpread(judgment: EffectiveJudgment | undefined): judgment is EffectiveJudgment {
  return judgment !== undefined && !judgment.archived && isAutomatic(judgment.freshness);
}
