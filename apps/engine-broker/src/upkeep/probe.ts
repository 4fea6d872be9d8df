import { LOGGER } from '@app/boot';
import { Call } from '@app/bus';
import { Ask } from '@app/contracts/engines';
import { AskInput } from '@app/engines';
import type { Logger } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { Engine } from '../engine/engine';
import { EngineRegistry } from '../engine/engine.registry';
import { questionOf } from '../ask/question';

/** A chat model of one's own may have to be loaded first. */
const probeMs = (isChat: boolean) => (isChat ? 30_000 : 10_000);
/** Nobody else probes meanwhile. */
const turnS = (isChat: boolean) => probeMs(isChat) / 1000 + 5;

/** Says nothing about anyone's documents. */
const ask: Ask = {
  ask_id: 'ask_probe',
  organization: 'probe',
  namespace: 'probe',
  lane: 'scoring',
  context: 'The parcel arrived on Tuesday.',
  seed: 'probe',
  questions: [{ type: 'bool', question: 'Does the text name a day of the week?' }],
  images: [],
};
const input: AskInput = {
  context: ask.context,
  questions: ask.questions.map((question) => questionOf(question, '')),
  seed: ask.seed,
  images: [],
};

/**
 * Asks one small question of an engine whose circuit is open, when its time has come, and closes the circuit when it is
 * answered. The broker does so itself because nobody else asks while the circuit is open.
 */
@Injectable()
export class Probe {
  private readonly under = new Set<string>();

  constructor(
    private readonly registry: EngineRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns at once: an engine that hangs must not hold up what keeps the others' permits. */
  look(engine: Engine): void {
    const { name } = engine.setup;
    if (!engine.row.circuit_open || this.under.has(name)) return;
    this.under.add(name);
    this.probe(engine)
      .catch((error: unknown) => this.logger.warn({ err: error, engine: name }, 'a probe could not be made'))
      .finally(() => this.under.delete(name));
  }

  private async probe(engine: Engine): Promise<void> {
    const isChat = engine.setup.entry.chat !== null;
    const withinMs = probeMs(isChat);
    if (!(await this.registry.takeProbe(engine, turnS(isChat)))) return;
    try {
      await engine.clientFor(ask, Call.within(withinMs)).ask(input, { deadlineMs: withinMs });
    } catch (error) {
      this.logger.warn({ err: error, engine: engine.setup.name }, 'the engine still does not answer');
      return this.registry.keepCircuitOpen(engine);
    }
    await this.registry.closeCircuit(engine);
  }
}
