import { JobModule } from '@app/boot';
import { Module } from '@nestjs/common';
import { AnswerHandler } from './answer/answer.handler';
import { AnswerStore } from './answer/answer.store';
import { ImageErasureHandler } from './erasure/image-erasure.handler';
import { BackfillStarts } from './backfill/backfill.service';
import { BackfillStore } from './backfill/backfill.store';
import { CapService } from './judging/cap.service';
import { BackfillWalk } from './backfill/walk.service';
import { CatalogService } from './catalog/catalog.service';
import { EngineService } from './engine/engine.service';
import { EngineStore } from './engine/engine.store';
import { FinishService } from './job/finish.service';
import { JobService } from './job/job.service';
import { AskingService } from './judging/asking.service';
import { JudgingService } from './judging/judging.service';
import { RecordStore } from './record/record.store';
import { RecorderService } from './record/recorder.service';
import { ActivateService } from './change/activate.service';
import { AnnouncementService } from './commit/replication.service';
import { ChangeService } from './change/patch.service';
import { ConfirmService } from './quote/confirm.service';
import { CreateHandler } from './change/create.handler';
import { CreateService } from './change/create.service';
import { DetachService } from './change/detach.service';
import { EstimateService } from './quote/estimate.service';
import { JudgmentHandler } from './catalog/judgment.handler';
import { JudgmentService } from './catalog/judgment.service';
import { JudgmentStore } from './definition/judgment.store';
import { OverrideService } from './change/override.service';
import { OverrideStore } from './definition/override.store';
import { PeriodicService } from './quote/periodic.service';
import { ErasureService } from './erasure/namespace-erasure.service';
import { ErasureStore } from './erasure/namespace-erasure.store';
import { ReplyService } from './change/reply.service';
import { StoredService } from './quote/stored.service';
import { NamespaceHandler } from './namespace/namespace.handler';
import { NamespaceStore } from './namespace/namespace.store';
import { PendingHandler } from './pending/pending.handler';
import { PendingStore } from './pending/pending.store';
import { JudgeService } from './reading/judge.service';
import { QueueingService } from './reading/queueing.service';
import { Waiting } from './reading/waiting';
import { RetoldService } from './commit/reannouncement.service';
import { SlowChanges } from './commit/change.service';
import { WorksService } from './change/change-kinds.service';
import { StatisticStore } from './statistic/statistic.store';
import { SampleService } from './suggestion/sample.service';
import { SuggestionService } from './suggestion/suggestion.service';
import { TrialService } from './trial/trial.service';
import { TrialStore } from './trial/trial.store';
import { UpkeepService } from './upkeep/upkeep.service';
import { ChosenService } from './backfill/chosen.service';
import { StandingStore } from './answer/answers-by-version.store';

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
