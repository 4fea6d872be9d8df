import { CLOCK, LOGGER, METRICS } from '@app/boot';
import { Call } from '@app/bus';
import { AskInput, AskReply, requestsOf } from '@app/engines';
import { enginesMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import type { Clock, Logger } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { estimatedTokens, questionOf } from '../ask/question';
import type { Engine } from '../engine/engine';
import { EngineEpochs } from '../engine/engine-epochs';
import type { CanaryOutcome } from '../engine/engine-epochs.store';
import { canaryAsk, numbersOf } from '../canary/canary';
import { CanaryStore } from '../canary/canary.store';
import { Rounds } from '../canary/rounds';

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
    private readonly epochs: EngineEpochs,
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
    if (!isWanted) engine.returned.clear();
    if (!isWanted || engine.row.epoch === null || engine.row.circuit_open || this.under.has(name)) return;
    const returned = [...engine.returned];
    engine.returned.clear();
    const isTime = this.clock.now() >= (this.nextLookMs.get(name) ?? -Infinity);
    if (!isTime && returned.length === 0) return;
    if (isTime) this.nextLookMs.set(name, this.clock.now() + lookEveryMs);
    this.under.add(name);
    this.ask(engine, isTime, returned)
      .then((outcomes) => outcomes.forEach((outcome) => this.outcomes.inc({ engine: name, outcome })))
      .catch((error: unknown) => {
        this.outcomes.inc({ engine: name, outcome: 'failed' });
        this.logger.warn({ err: error, engine: name }, 'a canary was not answered; it is asked again later');
      })
      .finally(() => this.under.delete(name));
  }

  /** @param returned epochs whose versions answer again: asked out of turn, each at most once an hour */
  private async ask(engine: Engine, isTime: boolean, returned: readonly string[]): Promise<CanaryOutcome[]> {
    const { name } = engine.setup;
    const isDaily = isTime && (await this.store.takeTurn(name));
    const wanted = returned.length === 0 ? [] : await this.store.takeReturned(name, returned);
    if (!isDaily && wanted.length === 0) return [];
    const rounds = new Rounds(wanted);
    while (rounds.isShort) {
      const { epoch, reply } = await this.askOnce(engine);
      const numbers = numbersOf(reply);
      if (numbers === null) return ['unread'];
      rounds.add(epoch, numbers);
    }
    const read = rounds.read();
    if (isDaily && read.length > 0) await this.store.markDone(name);
    const outcomes: CanaryOutcome[] = [];
    for (const { epoch, numbers } of read) outcomes.push(await this.epochs.noteCanary(engine, epoch, numbers));
    return outcomes.length === 0 ? ['unread'] : outcomes;
  }

  private async askOnce(engine: Engine): Promise<{ epoch: string; reply: AskReply }> {
    const { setup } = engine;
    const requests = requestsOf(setup.entry, input.questions);
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
      // Another version by its own word opens its epoch here, as any answer would.
      const { reportedModel } = reply;
      return { epoch: await this.epochs.findFor(engine, { asked: setup, reportedModel, answers: 0 }), reply };
    } finally {
      permit.release();
    }
  }
}
