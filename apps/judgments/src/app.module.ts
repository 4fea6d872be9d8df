import { JobModule } from '@app/boot';
import { Module } from '@nestjs/common';
import { AnswerHandler } from './answer/answer.handler';
import { KeptContextHandler } from './answer/kept-context.handler';
import { BackfillJobs } from './backfill/backfill-jobs';
import { BackfillPages } from './backfill/backfill-pages';
import { BackfillQuotes } from './backfill/backfill-quotes';
import { BuiltInAnswersHandler } from './built-in-answers/built-in-answers.handler';
import { BuiltInCountService } from './built-in-answers/built-in-count.service';
import { BackfillSelection } from './backfill/backfill-selection';
import { BackfillWalk } from './backfill/backfill-walk';
import { BackfillStore } from './backfill/backfill.store';
import { CatalogService } from './judgment/catalog/catalog.service';
import { FiguresHandler } from './judgment/catalog/figures.handler';
import { JudgmentHandler } from './judgment/catalog/judgment.handler';
import { JudgmentService } from './judgment/catalog/judgment.service';
import { ActivateService } from './change/activate.service';
import { ChangeKinds } from './change/change-kinds';
import { CreateCommit } from './change/create-commit';
import { CreateCost } from './change/create-cost';
import { CreateHandler } from './change/create.handler';
import { CreateService } from './change/create.service';
import { DeleteService } from './change/delete.service';
import { DetachService } from './change/detach.service';
import { PatchService } from './change/patch.service';
import { ReplyService } from './change/reply.service';
import { StartBackfillService } from './change/start-backfill.service';
import { CombinerHandler } from './copy/combiner/combiner.handler';
import { ChangeJobs } from './change/commit/change-jobs';
import { ChangeRunner } from './change/commit/change-runner';
import { ReannouncedService } from './change/commit/reannounced.service';
import { ReplicationService } from './change/commit/replication.service';
import { EngineUses } from './copy/engine/engine-uses';
import { EngineService } from './copy/engine/engine.service';
import { DocumentErasureHandler } from './erasure/document-erasure.handler';
import { ImageErasureHandler } from './erasure/image-erasure.handler';
import { NamespaceErasure } from './erasure/namespace-erasure';
import { ExplainHandler } from './queue/explain.handler';
import { ChangeJob } from './change/change-job';
import { JobWorker } from './change/job.worker';
import { WarningService } from './change/warning/warning.service';
import { BudgetCap } from './judging/budget-cap';
import { ClaimAsks } from './judging/claim-asks';
import { ClaimReader } from './judging/claim-reader';
import { ClaimRun } from './judging/claim-run';
import { ClaimedRows } from './judging/claimed-rows';
import { EngineAsker } from './judging/engine-asker';
import { EngineRequests } from './judging/engine-requests';
import { FanoutGate } from './judging/fanout-gate';
import { FanoutSlots } from './judging/fanout-slots';
import { JudgingService } from './judging/judging.service';
import { RoundsAsker } from './judging/rounds-asker';
import { SpendService } from './judging/spend.service';
import { LabelContextService } from './scoring/label-context/label-context.service';
import { NamespaceGuard } from './copy/namespace/namespace-guard';
import { NamespaceHandler } from './copy/namespace/namespace.handler';
import { NamespaceStore } from './copy/namespace/namespace.store';
import { PendingQueue } from './queue/pending/pending-queue';
import { PendingCountHandler } from './queue/pending/pending-count.handler';
import { PendingHandler } from './queue/pending/pending.handler';
import { Confirmation } from './quote/confirmation';
import { DocumentSample } from './quote/document-sample';
import { EstimateService } from './quote/estimate.service';
import { PeriodicService } from './quote/periodic.service';
import { InvalidatedDocuments } from './quote/invalidated-documents';
import { QuoteService } from './quote/quote.service';
import { ReplayService } from './quote/replay.service';
import { StoredDocuments } from './quote/stored-documents';
import { JudgeService } from './queue/waiter/judge.service';
import { WaiterQueue } from './queue/waiter/waiter-queue';
import { WaiterPoll } from './queue/waiter/waiter-poll';
import { Waiters } from './queue/waiter/waiters';
import { RecorderService } from './record/recorder.service';
import { RetentionWorker } from './answer/retention/retention.worker';
import { DocumentFetch } from './document/document-fetch';
import { CatchUp } from './queue/rolling-limit/catch-up';
import { RollingStore } from './queue/rolling-limit/rolling.store';
import { SampleService } from './judgment/definition/sample.service';
import { SuggestionService } from './judgment/definition/suggestion.service';
import { TrialAsks } from './trial/trial-asks';
import { TrialDocuments } from './trial/trial-documents';
import { TrialService } from './trial/trial.service';
import { JudgePriceService } from './trial/judge-price.service';
import { PricingService } from './scoring/pricing.service';
import { RowGate } from './scoring/row-gate';
import { ScoringAsks } from './scoring/scoring-asks';
import { ScoringHandler } from './scoring/scoring.handler';
import { ScoringMoney } from './scoring/scoring-money';
import { ScoringRecorder } from './scoring/scoring-recorder';
import { ScoringRun } from './scoring/scoring-run';
import { ScoringWorker } from './scoring/scoring.worker';
import { UpkeepService } from './answer/upkeep/upkeep.service';

/** Providers by subject; `layers.json` says which folder uses which. */
const copies = [
  ...[CombinerHandler, EngineUses, EngineService, NamespaceStore, NamespaceHandler, NamespaceGuard, UpkeepService],
  ...[RetentionWorker, DocumentFetch],
];
const catalog = [CatalogService, JudgmentService, JudgmentHandler, FiguresHandler];
const suggestion = [SampleService, SuggestionService];
const quote = [
  StoredDocuments,
  DocumentSample,
  ReplayService,
  EstimateService,
  Confirmation,
  InvalidatedDocuments,
  QuoteService,
  PeriodicService,
];
const queue = [AnswerHandler, KeptContextHandler, PendingQueue, PendingHandler, PendingCountHandler];
const reading = [WaiterQueue, Waiters, WaiterPoll, JudgeService, LabelContextService];
const erasure = [DocumentErasureHandler, ImageErasureHandler, NamespaceErasure];
const backfill = [BackfillStore, BackfillSelection, BackfillQuotes, BackfillJobs, BackfillPages, BackfillWalk];
const builtInAnswers = [BuiltInCountService, BuiltInAnswersHandler];
const rolling = [RollingStore, CatchUp];
const record = [RecorderService];
const explain = [ExplainHandler];
const commit = [ReplicationService, ReannouncedService, ChangeJobs, ChangeRunner];
const judging = [
  ...[
    SpendService,
    EngineRequests,
    EngineAsker,
    RoundsAsker,
    BudgetCap,
    ClaimedRows,
    ClaimReader,
    FanoutGate,
    FanoutSlots,
    ClaimAsks,
    ClaimRun,
  ],
  JudgingService,
];
const change = [
  ...[ReplyService, WarningService, CreateCost, CreateCommit, CreateService, CreateHandler],
  ...[PatchService, ActivateService, DetachService, DeleteService, StartBackfillService, ChangeKinds],
];
const job = [ChangeJob, JobWorker];
const trial = [TrialDocuments, TrialAsks, TrialService, JudgePriceService];
const scoring = [
  ...[PricingService, ScoringRecorder, ScoringAsks, RowGate, ScoringMoney, ScoringRun],
  ...[ScoringWorker, ScoringHandler],
];

/** The composition root. */
@Module({
  imports: [JobModule.of('judgments', { endedBy: 'worker' })],
  providers: [
    ...[
      ...copies,
      ...catalog,
      ...suggestion,
      ...quote,
      ...queue,
      ...reading,
      ...erasure,
      ...backfill,
      ...builtInAnswers,
      ...rolling,
    ],
    ...[...record, ...commit, ...explain, ...judging, ...change, ...job, ...trial, ...scoring],
  ],
})
export class AppModule {}
