import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import type { PlannedAsk } from '../judging/planned-ask';
import { RoundsAsker } from '../judging/rounds-asker';
import { settleFailure } from '../judging/settle';
import { SpendService } from '../judging/spend.service';
import { onRead } from '../queue/pending/lane';
import type { Claim } from '../queue/pending/pending';
import type { TrialAsk } from './trial.store';

/** The claim of a trial is in no queue, so nobody else takes it. */
const isAlwaysHeld = (): Promise<boolean> => Promise.resolve(true);

/** Asks what a trial asks. It happens once: what an engine does not answer now has failed. */
@Injectable()
export class TrialAsks {
  constructor(
    private readonly spend: SpendService,
    private readonly engines: RoundsAsker,
  ) {}

  /** @throws Problem budget_exceeded when billing refuses one of the asks: then none is asked */
  async askAll(claim: Claim, asks: readonly PlannedAsk[]): Promise<TrialAsk[]> {
    if (asks.length === 0) return [];
    const reserved = await this.spend.reserve(claim, asks);
    const granted = asks.filter(({ id }) => reserved.get(id)?.refusal === null);
    if (granted.length < asks.length) {
      await this.release(claim, granted);
      const sentence = "The namespace's compute budget is spent; raise it or wait for the next month.";
      throw new Problem('budget_exceeded', sentence);
    }
    const results = await Promise.all(
      asks.map(async (ask) => ({
        ask,
        result: await this.engines.ask(ask, claim, onRead, reserved.get(ask.id)?.cost_usd ?? 0, isAlwaysHeld),
      })),
    );
    const late = results.filter(({ result }) => 'waitMs' in result);
    await this.release(
      claim,
      late.map(({ ask }) => ask),
    );
    return results.map(({ ask, result }) => ({
      ask,
      outcomes: 'outcomes' in result ? result.outcomes : settleFailure(ask, 'engine_unavailable'),
    }));
  }

  private release(claim: Claim, asks: readonly PlannedAsk[]): Promise<void> {
    return this.spend.release(
      claim,
      asks.map(({ id }) => id),
    );
  }
}
