import { Call, Requester } from '@app/bus';
import { NamespaceRef } from '@app/contracts';
import { AnswersInForceFound, answersInForce } from '@app/contracts/judgments';
import { durationMs } from '@app/definition';
import { PostedOutcome, momentOf } from './posted-outcome';

/** The answers that outcomes label, and the horizon of the judgment's active version in milliseconds. */
export interface FoundInForce {
  found: AnswersInForceFound;
  horizonMs: number;
}

/**
 * Asks judgments which answers the outcomes label. An outcome without `as_of` labels the answer in force one horizon before
 * it was observed; only judgments knows the horizon. A second request follows when the assumed horizon was wrong.
 * @param assumedMs the horizon to assume, in milliseconds
 */
export async function askInForce(
  requester: Pick<Requester, 'ask'>,
  judgment: NamespaceRef & { judgment: string },
  outcomes: PostedOutcome[],
  assumedMs: number,
  call: Call,
): Promise<FoundInForce> {
  const ask = (horizonMs: number) => {
    const moments = outcomes.map((outcome) => momentOf(outcome, horizonMs));
    return requester.ask(answersInForce, { ...judgment, moments }, call);
  };
  const found = await ask(assumedMs);
  const horizonMs = durationMs(found.horizon ?? '') ?? 0;
  const needsHorizon = outcomes.some(({ answer, asOf }) => answer === null && asOf === null);
  return { found: horizonMs === assumedMs || !needsHorizon ? found : await ask(horizonMs), horizonMs };
}
