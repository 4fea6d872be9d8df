import { CLOCK, LOGGER } from '@app/boot';
import type { Clock, Logger } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { inForceOf } from '../epoch/in-force';
import { KnownEpoch, epochOf, hasReturned, mayAskCanary } from '../epoch/memory';
import { Engine } from './engine';
import { EngineRow, memoryOf } from './engine-row';
import { EngineRegistry } from './engine.registry';
import { EngineSetup } from './engine-setup';
import { CanaryOutcome, EngineEpochsStore } from './engine-epochs.store';

/** A reply, as far as its epoch goes. */
export interface Reply {
  /** The set-up that was asked: it may have changed meanwhile. */
  asked: EngineSetup;
  /** The version that it says answered. */
  reportedModel: string;
  /** Questions that it answers; 0 where they count for nobody. */
  answers: number;
}

/** Which epoch a reply belongs to, how many answers each gave, and which is in force. */
@Injectable()
export class EngineEpochs {
  /** Epochs being learnt: many answers of a new version make one transaction. */
  private readonly learning = new Map<string, Promise<void>>();
  /** Engines of which it was said that more versions answer than are remembered. */
  private readonly full = new Set<string>();

  constructor(
    private readonly registry: EngineRegistry,
    private readonly store: EngineEpochsStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The epoch in which a reply was given; opens one when no epoch that is remembered is of its version. */
  async findFor(engine: Engine, reply: Reply): Promise<string> {
    const { asked, reportedModel } = reply;
    // An entry that names its version is that version, whatever the server echoes.
    const { entry, isExtension } = asked;
    const model = entry.version_from === 'config' && !isExtension ? entry.model : reportedModel;
    let found = this.find(engine, asked, model);
    if (found === 'learn' || found === 'open') {
      await this.learn(engine, asked, model);
      found = this.find(engine, asked, model);
    }
    const label = typeof found === 'object' && found !== null ? found.label : (engine.row.epoch ?? '');
    if (found === 'full') this.warnOnce(engine);
    this.note(engine, label, reply.answers);
    return label;
  }

  /** Holds a canary against what its epoch began with; answers that moved open an epoch. */
  async noteCanary(engine: Engine, epoch: string, numbers: number[]): Promise<CanaryOutcome> {
    const { row, outcome } = await this.store.noteCanary(engine.setup.name, epoch, numbers);
    if (outcome === 'moved') {
      this.registry.countEpoch(row.name, 'canary');
      const opened = row.known[0]?.label;
      this.logger.info({ engine: row.name, epoch: opened }, 'a new behaviour epoch: the canary’s answers moved');
    }
    this.registry.adopt(engine, row);
    return outcome;
  }

  /** Stores what was counted, and puts the epoch of most answers in force. Asks the database only where there is something. */
  async settle(engine: Engine): Promise<void> {
    const { row, tally } = engine;
    const memory = memoryOf(row);
    const counted = tally.take(row.known);
    if (counted.length === 0 && (memory === null || inForceOf(memory, row.hour) === row.epoch)) return;
    const stored = await this.store.count(row.name, counted).catch((error: unknown) => {
      tally.giveBack(counted);
      throw error;
    });
    if (stored.epoch !== row.epoch) {
      this.logger.info({ engine: row.name, epoch: stored.epoch, before: row.epoch }, 'another epoch is in force');
    }
    this.registry.adopt(engine, stored);
  }

  private find({ row }: Engine, { identity }: EngineSetup, model: string) {
    const memory = memoryOf(row);
    return memory && epochOf(memory, { identity, model, nowMs: this.clock.now() });
  }

  /** Counts a reply, and notes that a version which had left has returned. */
  private note(engine: Engine, label: string, answers: number): void {
    const { row, tally, returned } = engine;
    const memory = memoryOf(row);
    const nowMs = this.clock.now();
    const lastMs = (epoch: KnownEpoch) => Math.max(epoch.answeredAtMs, tally.lastOf(epoch.label));
    if (memory && hasReturned(memory, label, lastMs, nowMs) && mayAskCanary(memory, label, nowMs)) returned.add(label);
    if (label !== '') tally.note(label, answers, nowMs);
  }

  private learn(engine: Engine, asked: EngineSetup, model: string): Promise<void> {
    const key = JSON.stringify([asked.name, asked.identity, model]);
    const learning =
      this.learning.get(key) ?? this.storeModel(engine, asked, model).finally(() => this.learning.delete(key));
    this.learning.set(key, learning);
    return learning;
  }

  private async storeModel(engine: Engine, { identity }: EngineSetup, model: string): Promise<void> {
    const before = new Set(engine.row.known.map(({ label }) => label));
    const row = await this.store.learnModel(engine.setup.name, identity, model);
    const opened = openedIn(row, before, model);
    if (opened !== undefined) {
      this.registry.countEpoch(row.name, 'reported');
      this.logger.info({ engine: row.name, epoch: opened, reported_model: model }, 'a new behaviour epoch');
    }
    this.registry.adopt(engine, row);
  }

  private warnOnce({ setup: { name }, row }: Engine): void {
    if (this.full.has(name)) return;
    this.full.add(name);
    const known = row.known.length;
    this.logger.warn(
      { engine: name, known },
      'more versions answer than are remembered; the rest keep the epoch in force',
    );
  }
}

function openedIn({ known }: EngineRow, before: ReadonlySet<string>, model: string): string | undefined {
  return known.find(({ label, reportedModel }) => reportedModel === model && !before.has(label))?.label;
}
