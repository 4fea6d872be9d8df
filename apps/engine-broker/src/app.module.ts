import { DnsResolver } from '@app/egress';
import { Module, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { AskService } from './ask/ask.service';
import { ImageFetch } from './ask/image-fetch';
import { PermitHandler } from './ask/permit.handler';
import { Canary } from './upkeep/canary';
import { CanaryStore } from './canary/canary.store';
import { DrafterSource } from './draft/drafter-source';
import { DraftService } from './draft/draft.service';
import { DraftingModel } from './draft/drafting-model';
import { EngineEpochs } from './engine/engine-epochs';
import { EngineEpochsStore } from './engine/engine-epochs.store';
import { EngineRegistry } from './engine/engine.registry';
import { EngineStore } from './engine/engine.store';
import { EntrySource } from './engine/entry-source';
import { ModelStore } from './model/model.store';
import { ModelHandler } from './model-change/model.handler';
import { SliceStore } from './permit/slice.store';
import { Probe } from './upkeep/probe';
import { UpkeepWorker } from './upkeep/upkeep.worker';

@Module({
  providers: [
    ModelStore,
    EntrySource,
    CanaryStore,
    EngineStore,
    EngineRegistry,
    EngineEpochsStore,
    EngineEpochs,
    SliceStore,
    Probe,
    Canary,
    UpkeepWorker,
    { provide: DnsResolver, useFactory: () => new DnsResolver() },
    ModelHandler,
    ImageFetch,
    AskService,
    PermitHandler,
    DrafterSource,
    DraftingModel,
    DraftService,
  ],
})
export class AppModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly upkeep: UpkeepWorker,
    private readonly model: DraftingModel,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.upkeep.enter();
  }

  /** Runs after the bus has drained. */
  async onApplicationShutdown(): Promise<void> {
    await this.upkeep.leave();
    await this.model.close();
  }
}
