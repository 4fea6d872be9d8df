import { CLOCK, CONFIG, LOGGER } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import type { LocalModel } from '@app/engines';
import type { Clock, Logger } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { brokerSettings } from '../app.config';
import { Canary } from './canary';
import { CanaryStore } from '../canary/canary.store';
import { EngineEpochs } from '../engine/engine-epochs';
import { EngineRegistry } from '../engine/engine.registry';
import { rememberedModel } from '../engine/engine-setup';
import { EntrySource } from '../engine/entry-source';
import { Discovery } from '../local/discovery';
import { LocalFinder } from '../local/local-finder';
import { ModelStore } from '../model/model.store';
import { SavedModel } from '../model/saved-model';
import { SliceShares } from './slice-shares';
import { SliceStore } from '../permit/slice.store';
import { Probe } from './probe';

/** Epochs and answers are forgotten as time passes, so what is known of engines is read so often though nothing has changed. */
const refreshEveryMs = 5_000;
/** What was counted of epochs is stored so often, and no write is made for an answer. */
const settleEveryMs = 3_000;

/** Keeps the registry, the slices and the circuits current; while it stands still, permits run out. */
@Injectable()
export class UpkeepWorker {
  private readonly shares: SliceShares;
  private readonly ollamaUrl: string;
  private readonly discovery: Discovery;
  /** What was wrong with the entries when they were read last: said once. */
  private refused = '';
  private configuring: Promise<void> = Promise.resolve();
  /** Owners' models as they were read last, and the ids of those in force, in the order of their engines. */
  private saved: readonly SavedModel[] | null = null;
  private inForce: readonly string[] = [];
  private refreshedAtMs = -Infinity;
  private settledAtMs = -Infinity;

  constructor(
    @Inject(CONFIG) config: ServiceConfig<typeof brokerSettings>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) clock: Clock,
    private readonly entries: EntrySource,
    private readonly registry: EngineRegistry,
    private readonly epochs: EngineEpochs,
    slices: SliceStore,
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
    this.shares = new SliceShares(slices, { holder: config.replica, process: randomUUID() });
  }

  /** Runs before anything is heard: what is asked first finds engines and permits. */
  async enter(): Promise<void> {
    const known = await this.readInUse();
    if (known !== null) this.discovery.remember(known);
    await this.readAndConfigure(await this.models.readAll());
    for (const { setup } of this.registry.all()) {
      await this.shares.make(setup.name);
      await this.canaries.make(setup.name);
    }
    await this.turn();
  }

  /** Slices stay until their asks have ended: this runs once the workers have stopped and the bus has drained. */
  async leave(): Promise<void> {
    for (const engine of this.registry.all()) await this.epochs.settle(engine);
    await this.shares.leave();
    await this.registry.close();
  }

  /** Whether owners' models are others than those that are in force here. */
  haveModelsChanged(): Promise<boolean> {
    return this.models.haveChanged(this.inForce);
  }

  async turn(): Promise<void> {
    // Asked together with what other loops look for.
    const [haveRows, haveModels, haveReplicas] = await Promise.all([
      this.registry.haveRowsChanged(),
      this.haveModelsChanged(),
      this.shares.haveReplicasChanged(),
    ]);
    await this.refresh(haveRows);
    await this.configureInTurn(haveModels);
    await this.shares.announce(haveReplicas);
    await this.settle();
    await this.shares.share(this.registry.all());
    for (const engine of this.registry.all()) {
      this.probe.look(engine);
      this.canary.look(engine);
    }
  }

  private async refresh(haveRowsChanged: boolean): Promise<void> {
    const nowMs = performance.now();
    if (!haveRowsChanged && nowMs - this.refreshedAtMs < refreshEveryMs) return;
    await this.registry.refresh();
    this.refreshedAtMs = nowMs;
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

  /**
   * Puts in force what is configured and set now. One after the other: what was read before another change must not be put in force
   * after it. Entries that cannot be used change nothing: what runs goes on as it was, and the log tells what to mend.
   */
  reconfigure(): Promise<void> {
    return this.configureInTurn(true);
  }

  /** @param haveModelsChanged owners' models are read anew; files always are */
  private configureInTurn(haveModelsChanged: boolean): Promise<void> {
    this.configuring = this.configuring.then(() => this.configureAnew(haveModelsChanged));
    return this.configuring;
  }

  private async readAndConfigure(saved: readonly SavedModel[]): Promise<void> {
    await this.registry.configure(await this.entries.readSetups(this.discovery.found, saved));
    this.saved = saved;
    this.inForce = saved.map(({ id }) => id);
  }

  private async configureAnew(haveModelsChanged: boolean): Promise<void> {
    try {
      const saved = haveModelsChanged || this.saved === null ? await this.models.readAll() : this.saved;
      if (this.ollamaUrl !== '' && !(await this.entries.isConfigured(saved))) this.discovery.look();
      await this.readAndConfigure(saved);
      this.refused = '';
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      if (sentence !== this.refused) this.logger.error({ err: error }, 'engines stay as they were: entries refused');
      this.refused = sentence;
    }
  }
}
