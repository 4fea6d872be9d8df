import { CLOCK, LOGGER, METRICS } from '@app/boot';
import { Call } from '@app/bus';
import { AskInput, requestsOf } from '@app/engines';
import { enginesMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import type { Clock, Logger } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { estimatedTokens, questionOf } from '../ask/question';
import type { Engine } from '../engine/engine';
import { EngineRegistry } from '../engine/engine.registry';
import type { CanaryOutcome } from '../engine/engine.store';
import { canaryAsk, canaryRounds, middleOf, numbersOf } from '../canary/canary';
import { CanaryStore } from '../canary/canary.store';

/** Between two looks whether it is time. */
const lookEveryMs = 60_000;
const roundMs = 30_000;

const input: AskInput = {
  context: canaryAsk.context,
  questions: canaryAsk.questions.map((question) => questionOf(question, '')),
  seed: canaryAsk.seed,
  images: [],
};

/** Asks each engine a few fixed questions once a UTC day, and has an epoch opened when its answers have moved. */
@Injectable()
export class Canary {
  private readonly nextLookMs = new Map<string, number>();
  private readonly under = new Set<string>();
  private readonly outcomes;

  constructor(
    private readonly registry: EngineRegistry,
    private readonly store: CanaryStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.outcomes = metrics.counter(enginesMetrics.canaries);
  }

  /** Returns at once; a canary takes as long as its engine does. */
  look(engine: Engine): void {
    const { name, entry, isExtension } = engine.setup;
    const isWanted = entry.canary || isExtension;
    if (!isWanted || engine.row.epoch === null || engine.row.circuit_open || this.under.has(name)) return;
    if (this.clock.now() < (this.nextLookMs.get(name) ?? -Infinity)) return;
    this.nextLookMs.set(name, this.clock.now() + lookEveryMs);
    this.under.add(name);
    this.ask(engine)
      .then((outcome) => outcome !== null && this.outcomes.inc({ engine: name, outcome }))
      .catch((error: unknown) => {
        this.outcomes.inc({ engine: name, outcome: 'failed' });
        this.logger.warn({ err: error, engine: name }, 'a canary was not answered; it is asked again later');
      })
      .finally(() => this.under.delete(name));
  }

  private async ask(engine: Engine): Promise<CanaryOutcome | null> {
    const { setup } = engine;
    if (!(await this.store.takeTurn(setup.name))) return null;
    const rounds: number[][] = [];
    const requests = requestsOf(setup.entry, input.questions);
    let epoch = '';
    while (rounds.length < canaryRounds) {
      const startedAt = this.clock.now();
      const permit = await engine.gate.acquire({
        lane: 'scoring',
        owner: canaryAsk.namespace,
        requests,
        tokens: estimatedTokens(input.context, input.questions, requests),
        untilMs: performance.now() + roundMs,
      });
      const onFurtherRequest = () => permit.spendAgain(1, estimatedTokens(input.context, input.questions));
      try {
        const client = engine.clientFor(canaryAsk, Call.within(roundMs));
        const reply = await client.ask(input, { deadlineMs: roundMs, onFurtherRequest });
        // Another model by its own word opens its epoch here, as any answer would.
        epoch = await this.registry.findEpochFor(engine, setup, reply.reportedModel, startedAt);
        const numbers = numbersOf(reply);
        if (numbers === null) return 'unread';
        rounds.push(numbers);
      } finally {
        permit.release();
      }
    }
    return this.registry.noteCanary(engine, epoch, middleOf(rounds));
  }
}
