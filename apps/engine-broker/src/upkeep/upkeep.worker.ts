import { CLOCK, CONFIG, LOGGER } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import type { LocalModel } from '@app/engines';
import type { Clock, Logger } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { brokerSettings } from '../app.config';
import { Canary } from './canary';
import { CanaryStore } from '../canary/canary.store';
import { Engine } from '../engine/engine';
import { EngineEpochs } from '../engine/engine-epochs';
import { EngineRegistry } from '../engine/engine.registry';
import { rememberedModel } from '../engine/engine-setup';
import { EntrySource } from '../engine/entry-source';
import { Discovery } from '../local/discovery';
import { LocalFinder } from '../local/local-finder';
import { ModelStore } from '../model/model.store';
import { fairCount, shareOf } from '../permit/share';
import { Holder, SliceStore } from '../permit/slice.store';
import { Probe } from './probe';

/** Outlives the longest ask by the time for which permits are given without a renewal. */
const leaseS = 40;
const spendableMs = 10_000;
const replicaSeenS = 10;
/** What holds for `spendableMs`, and for `replicaSeenS`, is renewed after a third of that. */
const renewAfterMs = 3_000;

/** What was counted of epochs is stored so often, and no write is made for an answer. */
const settleEveryMs = 3_000;

/** Keeps the registry, the slices and the circuits current; while it stands still, permits run out. */
@Injectable()
export class UpkeepWorker {
  private readonly holder: Holder;
  private readonly ollamaUrl: string;
  private readonly discovery: Discovery;
  /** What was wrong with the entries when they were read last: said once. */
  private refused = '';
  private replicas: readonly string[] = [];
  private announcedAtMs = -Infinity;
  private configuring: Promise<void> = Promise.resolve();
  /** Ids of owners' models, in the order of their engines. */
  private inForce: readonly string[] = [];
  private settledAtMs = -Infinity;

  constructor(
    @Inject(CONFIG) config: ServiceConfig<typeof brokerSettings>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) clock: Clock,
    private readonly entries: EntrySource,
    private readonly registry: EngineRegistry,
    private readonly epochs: EngineEpochs,
    private readonly slices: SliceStore,
    private readonly probe: Probe,
    private readonly canaries: CanaryStore,
    private readonly canary: Canary,
    private readonly models: ModelStore,
  ) {
    this.ollamaUrl = config.ollamaUrl;
    const finder = new LocalFinder({ readInUse: () => this.readInUse(), nowMs: () => clock.now(), logger });
    this.discovery = new Discovery(
      config.ollamaUrl,
      (...look) => finder.find(...look),
      () => clock.now(),
    );
    this.holder = { holder: config.replica, process: randomUUID() };
  }

  /** Runs before anything is heard: what is asked first finds engines and permits. */
  async enter(): Promise<void> {
    const known = await this.readInUse();
    if (known !== null) this.discovery.remember(known);
    await this.readAndConfigure();
    for (const { setup } of this.registry.all()) {
      await this.slices.make(setup.name);
      await this.canaries.make(setup.name);
    }
    await this.turn();
  }

  /** Slices stay until their asks have ended: this runs once the workers have stopped and the bus has drained. */
  async leave(): Promise<void> {
    for (const engine of this.registry.all()) await this.epochs.settle(engine);
    await this.slices.leave(this.holder);
    await this.registry.close();
  }

  /** Whether owners' models are others than those that are in force here. */
  haveModelsChanged(): Promise<boolean> {
    return this.models.haveChanged(this.inForce);
  }

  async turn(): Promise<void> {
    await this.registry.refresh();
    await this.reconfigure();
    await this.announce();
    await this.settle();
    const fair = fairCount(this.replicas.indexOf(this.holder.holder), this.replicas.length);
    for (const engine of this.registry.all()) {
      await this.share(engine, fair);
      this.probe.look(engine);
      this.canary.look(engine);
    }
  }

  /** The local model that stands behind `jev` by its row: this replica's, another's, or that of the run before. */
  private async readInUse(): Promise<LocalModel | null> {
    const identity = await this.registry.readIdentityOf('jev');
    return identity === null || this.ollamaUrl === '' ? null : rememberedModel(identity, this.ollamaUrl);
  }

  private async settle(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.settledAtMs < settleEveryMs) return;
    this.settledAtMs = nowMs;
    for (const engine of this.registry.all()) await this.epochs.settle(engine);
  }

  private async announce(): Promise<void> {
    const nowMs = performance.now();
    const isLate = nowMs - this.announcedAtMs >= renewAfterMs;
    if (!isLate && !(await this.slices.haveReplicasChanged(this.replicas))) return;
    this.replicas = await this.slices.announce(this.holder, replicaSeenS);
    this.announcedAtMs = nowMs;
  }

  /**
   * Puts in force what is configured and set now. One after the other: what was read before another change must not be put in force
   * after it. Entries that cannot be used change nothing: what runs goes on as it was, and the log tells what to mend.
   */
  reconfigure(): Promise<void> {
    this.configuring = this.configuring.then(() => this.configureAnew());
    return this.configuring;
  }

  private async readAndConfigure(): Promise<void> {
    const { setups, saved } = await this.entries.readAll(this.discovery.found);
    await this.registry.configure(setups);
    this.inForce = saved.map(({ id }) => id);
  }

  private async configureAnew(): Promise<void> {
    try {
      if (this.ollamaUrl !== '' && !(await this.entries.isConfigured())) this.discovery.look();
      await this.readAndConfigure();
      this.refused = '';
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      if (sentence !== this.refused) this.logger.error({ err: error }, 'engines stay as they were: entries refused');
      this.refused = sentence;
    }
  }

  /** Takes up to its fair share, and gives back what is above it once its asks fit into the rest. */
  private async share(engine: Engine, fair: number): Promise<void> {
    const { name } = engine.setup;
    const askedAt = performance.now();
    const surplus = engine.slices.slice(fair);
    const kept = engine.slices.slice(0, fair);
    if (surplus.length === 0) {
      if (kept.length < fair || askedAt - engine.heldAtMs >= renewAfterMs) {
        engine.slices = await this.slices.hold(name, this.holder, leaseS, fair);
        engine.heldAtMs = askedAt;
      }
      // Its rate may have changed since.
      return engine.gate.hold(shareOf(engine.rate, engine.slices), engine.heldAtMs + spendableMs);
    }
    const isIdle = engine.gate.inFlight <= shareOf(engine.rate, kept).in_flight;
    await this.slices.hold(name, this.holder, leaseS, engine.slices.length);
    engine.heldAtMs = askedAt;
    engine.gate.hold(shareOf(engine.rate, kept), askedAt + spendableMs);
    if (!isIdle) return;
    await this.slices.giveBack(name, this.holder, surplus);
    engine.slices = kept;
  }
}
