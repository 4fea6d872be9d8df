import { BUS, EFFECTS, HEALTH, LOGGER } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { answersInForce } from '@app/contracts';
import { Health, Loop } from '@app/observability';
import type { Logger } from '@app/observability';
import { Effects } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { labelOf } from '../outcome/bound-outcome';
import { Arrived, BindingStore, Unchecked } from './binding.store';

const idleMs = 5000;
const stuckMs = 120_000;
const batchSize = 1000;
const sweepEveryMs = 600_000;

/**
 * Binds outcomes that wait for the first answer to come. The fact does it; but an answer recorded while its outcome was
 * being stored has passed by already, so each waiting outcome is asked for once more after its commit.
 */
@Injectable()
export class BindingService {
  private readonly loop: Loop;
  private sweptAtMs = 0;

  constructor(
    private readonly store: BindingStore,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
  ) {
    this.loop = new Loop({ name: 'binding', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'binding', check: () => this.loop.stuckFor(stuckMs) });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  wake(): void {
    this.loop.wake();
  }

  private async turn(): Promise<boolean> {
    if (Date.now() - this.sweptAtMs > sweepEveryMs) {
      await this.effects.sweep();
      this.sweptAtMs = Date.now();
    }
    const waiting = await this.store.unchecked(batchSize);
    for (const group of byJudgment(waiting)) {
      await this.store.bind(await this.find(group));
      await this.store.checked(group);
    }
    return waiting.length === batchSize;
  }

  private async find(group: Unchecked[]): Promise<Arrived[]> {
    const [{ organization, namespace, judgment_id: judgmentId }] = group;
    const judgment = await this.store.nameOf(organization, judgmentId);
    if (judgment === null) return [];
    const moments = group.map(({ document }) => ({ document, as_of: null }));
    try {
      const query = { organization, namespace, judgment, moments };
      const found = await this.bus.requester.ask(answersInForce, query, Call.within());
      if (found.judgment_id !== judgmentId) return [];
      return found.answers.flatMap(({ document, answer }) => {
        const label = labelOf(answer);
        return label ? [{ organization, namespace, judgmentId, document, label }] : [];
      });
    } catch (error) {
      // The judgment or namespace went meanwhile: nothing is left to bind to.
      if (error instanceof Problem && error.code === 'not_found') return [];
      throw error;
    }
  }
}

function byJudgment(waiting: Unchecked[]): Unchecked[][] {
  const groups = new Map<string, Unchecked[]>();
  for (const one of waiting) {
    const key = JSON.stringify([one.organization, one.namespace, one.judgment_id]);
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
}
