import { JudgmentPatchBody } from '@app/contracts/judgments';
import {
  ActiveEngine,
  mergeAlternatives,
  mergeFreshness,
  mergeOutcomes,
  mergeQueue,
  mergeThresholds,
} from '@app/definition';
import { Judgment } from './judgment';
import { parseWhen } from './outcome-rule';
import { freshnessContext } from './request';

/**
 * A judgment with the settings of a patch; what the patch leaves out stays.
 * @param engines the active ones; only engines that alternatives skip are looked up
 * @throws Problem at what is wrong
 */
export function patched<J extends Judgment>(current: J, patch: JudgmentPatchBody, engines: readonly ActiveEngine[]): J {
  const { definition } = current;
  const { thresholds, freshness, outcomes, alternatives, queue } = patch;
  return {
    ...current,
    ...(thresholds !== undefined && {
      thresholds: mergeThresholds(current.thresholds, thresholds, definition, '/thresholds'),
    }),
    ...(freshness !== undefined && {
      freshness: mergeFreshness(current.freshness, freshness, '/freshness', freshnessContext(definition)),
    }),
    ...(outcomes !== undefined && {
      outcomes: mergeOutcomes(current.outcomes, outcomes, definition, parseWhen, '/outcomes'),
    }),
    ...(alternatives !== undefined && {
      alternatives: mergeAlternatives(current.alternatives, alternatives, engines, '/alternatives'),
    }),
    ...(queue !== undefined && { queue: mergeQueue(current.queue, queue, '/queue') }),
  };
}
