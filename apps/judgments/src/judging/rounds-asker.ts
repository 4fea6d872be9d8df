import type { Ask, EngineAnswer, EngineReply } from '@app/contracts/engines';
import { lanes } from '@app/contracts/engines';
import type { UnavailableReason } from '@app/definition';
import { killPoint } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { isInRounds } from '../question/asked';
import type { Candidate } from '../question/candidates';
import { Choosing, advancing, dealt, winnersOf } from '../question/heats';
import { questionsOf } from '../question/question';
import { RoundCost, costOfRound, requestsOf } from '../question/round-cost';
import { AskResult, Asking, EngineAsker } from './engine-asker';
import type { PlannedAsk, RatedGroup } from './planned-ask';
import { settleFailure, settleRounds, toAsk } from './settle';

/** Makes the claim of an ask hold for another lease. @returns whether it still held */
export type Renew = () => Promise<boolean>;

/** The answers of a round by heat, or what the ask came to without them. */
type Round = { answers: EngineAnswer[]; engineVersion: string } | AskResult;

/** Puts asks to the engines; a choice among more candidates than one question takes is asked in rounds. */
@Injectable()
export class RoundsAsker {
  constructor(private readonly engines: EngineAsker) {}

  async ask(ask: PlannedAsk, claim: Asking, lane: number, reservedUsd: number, renew: Renew): Promise<AskResult> {
    const [group] = ask.groups;
    if (group.choosing === null || !isInRounds(group)) return this.engines.ask(ask, claim, lane, reservedUsd);
    return this.askInRounds(ask, group, group.choosing, claim, lane, reservedUsd, renew);
  }

  /** Asks heats until one question takes the candidates that are left, whose answer is the answer. */
  private async askInRounds(
    ask: PlannedAsk,
    group: RatedGroup,
    { options, perQuestion }: Choosing,
    claim: Asking,
    lane: number,
    reservedUsd: number,
    renew: Renew,
  ): Promise<AskResult> {
    const used: RoundCost = { units: 0, tokens: 0 };
    let left = options;
    let asking = claim;
    for (let rounds = 1; ; rounds += 1) {
      const heats = dealt(left, ask.document, perQuestion);
      const round = await this.askRound(ask, group, heats, asking, lane);
      if (!('answers' in round)) return round;
      const cost = costOfRound(
        ask,
        heats.map((heat) => tokensOf(group, heat)),
      );
      used.units += cost.units;
      used.tokens += cost.tokens;
      const failure = failureOf(round.answers, heats);
      if (failure !== null) return { outcomes: settleFailure(ask, failure) };
      if (heats.length === 1) {
        const {
          answers: [answer],
          engineVersion,
        } = round;
        return { outcomes: [settleRounds(ask, group, { answer, engineVersion, rounds, used, reservedUsd })] };
      }
      const going = advancing(heats.length, perQuestion);
      left = heats.flatMap((heat, i) => winnersOf(heat, round.answers[i].dist ?? {}, going));
      await killPoint('judgments.rounds.between');
      // Another claim has the row by now, and asks anew; nothing of this one is recorded.
      if (!(await renew())) return { waitMs: 0 };
      asking = { ...claim, claimedAtMs: Date.now() };
    }
  }

  /** The questions of one round, in as few requests as take them. */
  private async askRound(
    ask: PlannedAsk,
    { judgment }: RatedGroup,
    heats: readonly (readonly Candidate[])[],
    claim: Asking,
    lane: number,
  ): Promise<Round> {
    const request = toAsk(ask, claim, lanes[lane]);
    const requests = requestsOf(heats).map((some): Ask => ({
      ...request,
      questions: some.flatMap((heat) => questionsOf(judgment.definition, heat)),
    }));
    const replies = await Promise.all(requests.map((one) => this.engines.put(ask, one, claim)));
    const failed = replies.find((reply) => !('answers' in reply));
    if (failed && !('answers' in failed)) return failed;
    const answered = replies as EngineReply[];
    const [{ engine_version: engineVersion }] = answered;
    return { answers: answered.flatMap(({ answers }) => answers), engineVersion };
  }
}

function tokensOf({ questionTokens: [question] }: RatedGroup, heat: readonly Candidate[]): number {
  return heat.reduce((sum, { tokens }) => sum + tokens, question);
}

/** Why a round has no result: the reason of the first heat that was not answered; null when all were. */
function failureOf(answers: readonly EngineAnswer[], heats: readonly unknown[]): UnavailableReason | null {
  if (answers.length !== heats.length) return 'engine_bad_answer';
  const failed = answers.find(({ failure, dist }) => failure !== null || dist === null);
  return failed ? (failed.failure ?? 'engine_bad_answer') : null;
}
