import { Call } from '@app/bus';
import type { SkipReason } from '@app/contracts/calibration';
import { killPoint } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { EngineService } from '../copy/engine/engine.service';
import { waitUntilAllEnded } from '../judging/all-ended';
import { EngineRequests } from '../judging/engine-requests';
import { LabelContextService, LabelContexts } from './label-context/label-context.service';
import { groupBy } from '../queue/pending/group-by';
import { answered, askIdOf, skipped, toAsk } from './ask';
import { Breather } from './breather';
import { afterFailure, afterTry } from './failure';
import { ratedLabel } from './rated-label';
import { hasLeft } from './row-epoch';
import { RowGate } from './row-gate';
import type { GrantedAsk, ReadyAsk, Scoring, ScoringAsk, ScoringClaim } from './scoring';
import { ScoringAsks } from './scoring-asks';
import { ScoringMoney } from './scoring-money';
import { ScoringRecorder } from './scoring-recorder';

const readMs = 10_000;

/** Takes a claim from its labels to recorded answers: read, reserve, then ask side by side. */
@Injectable()
export class ScoringRun {
  constructor(
    private readonly engines: EngineService,
    private readonly labels: LabelContextService,
    private readonly gate: RowGate,
    private readonly money: ScoringMoney,
    private readonly requests: EngineRequests,
    private readonly recorder: ScoringRecorder,
    private readonly asks: ScoringAsks,
  ) {}

  /** Never throws: after a fault asks are given back. `onEnded` runs for each ask that has been asked. */
  async run(claim: ScoringClaim, onEnded: () => void): Promise<void> {
    let left: readonly ScoringAsk[] = claim.asks;
    try {
      await killPoint('judgments.scoring.claimed');
      left = await this.gate.pass(claim);
      const ready = await this.read(claim, left);
      left = ready.map(({ ask }) => ask);
      const granted = await this.money.reserve(claim, ready);
      left = granted.map(({ ask }) => ask);
      const moved = new Set<string>();
      await waitUntilAllEnded(granted.map((one) => this.askOne(claim, one, moved).finally(onEnded)));
    } catch (error) {
      await this.asks.giveUp(claim, left, error);
    }
  }

  /** What each ask is about. Labels that cannot be asked are skipped here. */
  private async read(claim: ScoringClaim, asks: readonly ScoringAsk[]): Promise<ReadyAsk[]> {
    const ready: ReadyAsk[] = [];
    const skips: Promise<void>[] = [];
    const breather = new Breather();
    for (const [alternative, some] of groupBy(asks, (ask) => ask.alternative)) {
      const scoring = claim.rows.get(alternative)!;
      const found = await this.labels.readFor(scoring, some, [scoring], Call.within(readMs));
      for (const [i, ask] of some.entries()) {
        await breather.pause();
        try {
          const one = this.readOne(scoring, ask, found, i);
          if (typeof one !== 'string') ready.push(one);
          else skips.push(this.skip(claim, ask, one));
        } catch (error) {
          skips.push(this.asks.giveUp(claim, [ask], error));
        }
      }
    }
    await waitUntilAllEnded(skips);
    return ready;
  }

  private async skip(claim: ScoringClaim, ask: ScoringAsk, reason: SkipReason): Promise<void> {
    try {
      await this.recorder.add({ claim, ask, askId: null, isInherited: false, result: skipped(reason), inForce: null });
    } catch (error) {
      await this.asks.giveUp(claim, [ask], error);
    }
  }

  private readOne(
    scoring: Scoring,
    ask: ScoringAsk,
    { contexts, judgmentIn, nowMs }: LabelContexts,
    i: number,
  ): ReadyAsk | SkipReason {
    const judgment = judgmentIn(ask.namespace);
    const weight = this.engines.current().of(scoring.definition.engine)!.weight;
    const rated = ratedLabel(scoring, weight, contexts[i], judgment?.definition, nowMs);
    if (typeof rated === 'string') return rated;
    const units = scoring.free ? rated.units : Math.min(rated.units, ask.units);
    return { ask, scoring, rated, isInherited: (judgment?.template ?? null) !== null, units };
  }

  /** @param moved rows whose engine has another epoch in force by now: nothing more of them is asked */
  private async askOne(claim: ScoringClaim, granted: GrantedAsk, moved: Set<string>): Promise<void> {
    const { ask, scoring, rated, isInherited, units, reservedUsd } = granted;
    try {
      const reply = await this.requests.put({
        engine: scoring.definition.engine.name,
        ask: toAsk(scoring, ask, rated),
        claimedAtMs: claim.claimedAtMs,
        isWanted: () => !moved.has(ask.alternative),
      });
      if ('failure' in reply) return await this.asks.settle(claim, ask, afterFailure(reply.failure, ask.attempts));
      if ('waitMs' in reply) {
        if (reply.isImageGone) return await this.asks.settle(claim, ask, afterTry(ask.attempts, 'image_erased'));
        return await this.asks.giveBack(claim, [{ ask, waitMs: reply.waitMs }]);
      }
      const result = answered(scoring, reply, rated, units, reservedUsd);
      if (typeof result === 'string') return await this.asks.settle(claim, ask, afterFailure(result, ask.attempts));
      const { engineVersion: wanted } = scoring;
      const inForce = this.engines.current().of(scoring.definition.engine)?.engineVersion ?? null;
      if (wanted !== '' && hasLeft(wanted, result.engine_version, inForce)) moved.add(ask.alternative);
      await this.recorder.add({ claim, ask, askId: askIdOf(scoring, ask.answerId), isInherited, result, inForce });
    } catch (error) {
      await this.asks.giveUp(claim, [ask], error);
    }
  }
}
