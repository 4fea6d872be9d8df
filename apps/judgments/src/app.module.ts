import { JobModule } from '@app/boot';
import { Module } from '@nestjs/common';
import { AnswerHandler } from './answer/answer.handler';
import { AnswerStore } from './answer/answer.store';
import { ImageErasureHandler } from './answer/image-erasure.handler';
import { BackfillStarts } from './backfill/backfill.service';
import { BackfillStore } from './backfill/backfill.store';
import { CapService } from './backfill/cap.service';
import { BackfillWalk } from './backfill/walk.service';
import { CatalogService } from './catalog/catalog.service';
import { EngineService } from './engine/engine.service';
import { EngineStore } from './engine/engine.store';
import { FinishService } from './job/finish.service';
import { JobService } from './job/job.service';
import { AskingService } from './judging/asking.service';
import { JudgingService } from './judging/judging.service';
import { RecordStore } from './judging/record.store';
import { RecorderService } from './judging/recorder.service';
import { ActivateService } from './judgment/activate.service';
import { AnnouncementService } from './judgment/announcement.service';
import { ChangeService } from './judgment/change.service';
import { ConfirmService } from './judgment/confirm.service';
import { CreateHandler } from './judgment/create.handler';
import { CreateService } from './judgment/create.service';
import { DetachService } from './judgment/detach.service';
import { EstimateService } from './judgment/estimate.service';
import { JudgmentHandler } from './judgment/judgment.handler';
import { JudgmentService } from './judgment/judgment.service';
import { JudgmentStore } from './judgment/judgment.store';
import { OverrideService } from './judgment/override.service';
import { OverrideStore } from './judgment/override.store';
import { PeriodicService } from './judgment/periodic.service';
import { ErasureService } from './namespace/erasure.service';
import { ErasureStore } from './namespace/erasure.store';
import { ReplyService } from './judgment/reply.service';
import { StoredService } from './judgment/stored.service';
import { NamespaceHandler } from './namespace/namespace.handler';
import { NamespaceStore } from './namespace/namespace.store';
import { PendingHandler } from './pending/pending.handler';
import { PendingStore } from './pending/pending.store';
import { JudgeService } from './reading/judge.service';
import { QueueingService } from './reading/queueing.service';
import { Waiting } from './reading/waiting';
import { RetoldService } from './slow/retold.service';
import { SlowChanges } from './slow/slow-change.service';
import { WorksService } from './slow/works.service';
import { StatisticStore } from './statistic/statistic.store';
import { SampleService } from './suggestion/sample.service';
import { SuggestionService } from './suggestion/suggestion.service';
import { TrialService } from './trial/trial.service';
import { TrialStore } from './trial/trial.store';
import { UpkeepService } from './upkeep/upkeep.service';
import { ChosenService } from './version/chosen.service';
import { StandingStore } from './version/standing.store';

const stores = [
  AnswerStore,
  BackfillStore,
  EngineStore,
  ErasureStore,
  JudgmentStore,
  NamespaceStore,
  OverrideStore,
  PendingStore,
  RecordStore,
  StandingStore,
  StatisticStore,
  TrialStore,
];
const services = [
  ActivateService,
  AnnouncementService,
  AskingService,
  BackfillStarts,
  BackfillWalk,
  CapService,
  CatalogService,
  ChangeService,
  ChosenService,
  ConfirmService,
  CreateService,
  DetachService,
  EngineService,
  ErasureService,
  EstimateService,
  FinishService,
  JobService,
  JudgeService,
  JudgingService,
  JudgmentService,
  OverrideService,
  PeriodicService,
  QueueingService,
  RecorderService,
  ReplyService,
  RetoldService,
  SampleService,
  SlowChanges,
  StoredService,
  SuggestionService,
  TrialService,
  UpkeepService,
  Waiting,
  WorksService,
];
const handlers = [AnswerHandler, CreateHandler, ImageErasureHandler, JudgmentHandler, NamespaceHandler, PendingHandler];

/** The composition root. */
@Module({
  imports: [JobModule.of('judgments', { endedBy: 'worker' })],
  providers: [...stores, ...services, ...handlers],
})
export class AppModule {}
