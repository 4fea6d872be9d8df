import { JobModule } from '@app/boot';
import { Module } from '@nestjs/common';
import { AnswerHandler } from './answer/answer.handler';
import { KeptContextHandler } from './answer/kept-context.handler';
import { BackfillJobs } from './backfill/backfill-jobs';
import { BackfillPages } from './backfill/backfill-pages';
import { BackfillQuotes } from './backfill/backfill-quotes';
import { BackfillSelection } from './backfill/backfill-selection';
import { BackfillWalk } from './backfill/backfill-walk';
import { BackfillStore } from './backfill/backfill.store';
import { CatalogService } from './catalog/catalog.service';
import { FiguresHandler } from './catalog/figures.handler';
import { JudgmentHandler } from './catalog/judgment.handler';
import { JudgmentService } from './catalog/judgment.service';
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
import { CombinerHandler } from './combiner/combiner.handler';
import { ChangeJobs } from './commit/change-jobs.service';
import { ChangeRunner } from './commit/change-runner';
import { ReannouncedService } from './commit/reannounced.service';
import { ReplicationService } from './commit/replication.service';
import { EngineUses } from './engine/engine-uses';
import { EngineService } from './engine/engine.service';
import { DocumentErasureHandler } from './erasure/document-erasure.handler';
import { ImageErasureHandler } from './erasure/image-erasure.handler';
import { NamespaceErasure } from './erasure/namespace-erasure.service';
import { ExplainHandler } from './explain/explain.handler';
import { ChangeJob } from './job/change-job';
import { JobWorker } from './job/job.worker';
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
import { LabelContextService } from './label-context/label-contexts.service';
import { NamespaceGuard } from './namespace/namespace-guard';
import { NamespaceHandler } from './namespace/namespace.handler';
import { NamespaceStore } from './namespace/namespace.store';
import { PendingQueue } from './pending/pending-queue';
import { PendingCountHandler } from './pending/pending-count.handler';
import { PendingHandler } from './pending/pending.handler';
import { Confirmation } from './quote/confirmation';
import { DocumentSample } from './quote/document-sample';
import { EstimateService } from './quote/estimate.service';
import { PeriodicService } from './quote/periodic.service';
import { QuoteService } from './quote/quote.service';
import { ReplayService } from './quote/replay.service';
import { StoredDocuments } from './quote/stored-documents';
import { JudgeService } from './reading/judge.service';
import { ReaderQueue } from './reading/reader-queue';
import { WaiterPoll } from './reading/waiter-poll';
import { Waiters } from './reading/waiters';
import { RecorderService } from './record/recorder.service';
import { RetentionWorker } from './retention/retention.worker';
import { DocumentFetch } from './stored-document/document-fetch';
import { CatchUp } from './rolling/catch-up';
import { DeferralWorker } from './rolling/deferral.worker';
import { RollingStore } from './rolling/rolling.store';
import { SampleService } from './suggestion/sample.service';
import { SuggestionService } from './suggestion/suggestion.service';
import { TrialAsks } from './trial/trial-asks';
import { TrialDocuments } from './trial/trial-documents';
import { TrialService } from './trial/trial.service';
import { PricingService } from './scoring/pricing.service';
import { RowGate } from './scoring/row-gate';
import { ScoringAsks } from './scoring/scoring-asks';
import { ScoringHandler } from './scoring/scoring.handler';
import { ScoringMoney } from './scoring/scoring-money';
import { ScoringRecorder } from './scoring/scoring-recorder';
import { ScoringRun } from './scoring/scoring-run';
import { ScoringWorker } from './scoring/scoring.worker';
import { UpkeepService } from './upkeep/upkeep.service';

/** The providers by folder, lowest layer first (`layers.json`). A folder uses those above it in this list. */
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
  QuoteService,
  PeriodicService,
];
const queue = [AnswerHandler, KeptContextHandler, PendingQueue, PendingHandler, PendingCountHandler];
const reading = [ReaderQueue, Waiters, WaiterPoll, JudgeService, LabelContextService];
const erasure = [DocumentErasureHandler, ImageErasureHandler, NamespaceErasure];
const backfill = [BackfillStore, BackfillSelection, BackfillQuotes, BackfillJobs, BackfillPages, BackfillWalk];
const rolling = [RollingStore, CatchUp, DeferralWorker];
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
  ...[ReplyService, CreateCost, CreateCommit, CreateService, CreateHandler],
  ...[PatchService, ActivateService, DetachService, DeleteService, StartBackfillService, ChangeKinds],
];
const job = [ChangeJob, JobWorker];
const trial = [TrialDocuments, TrialAsks, TrialService];
const scoring = [
  ...[PricingService, ScoringRecorder, ScoringAsks, RowGate, ScoringMoney, ScoringRun],
  ...[ScoringWorker, ScoringHandler],
];

/** The composition root. */
@Module({
  imports: [JobModule.of('judgments', { endedBy: 'worker' })],
  providers: [
    ...[...copies, ...catalog, ...suggestion, ...quote, ...queue, ...reading, ...erasure, ...backfill, ...rolling],
    ...[...record, ...commit, ...explain, ...judging, ...change, ...job, ...trial, ...scoring],
  ],
})
export class AppModule {}
