import { JobModule } from '@app/boot';
import { Module } from '@nestjs/common';
import { ByFilterHandler } from './job/by-filter/by-filter.handler';
import { ByFilterService } from './job/by-filter/by-filter.service';
import { ByFilterWalk } from './job/by-filter/by-filter-walk';
import { FitCopyService } from './apply/copy/fit-copy.service';
import { JudgmentCopyService } from './apply/copy/judgment-copy.service';
import { SettingCopyService } from './apply/copy/setting-copy.service';
import { NamespaceErasureHandler } from './erasure/namespace/namespace-erasure.handler';
import { NamespaceErasureService } from './erasure/namespace/namespace-erasure.service';
import { EraseService } from './erasure/namespace/erase.service';
import { ImageReferenceService } from './erasure/image/image-reference.service';
import { ImageErasureHandler } from './erasure/image/image-erasure.handler';
import { ImageErasureService } from './erasure/image/image-erasure.service';
import { FanoutWalker } from './invalidation/fanout/fanout.walker';
import { CountService } from './group/count.service';
import { GroupDefinitionService } from './group/group-definition.service';
import { GroupHandler } from './group/group.handler';
import { GroupWorker } from './group/group.worker';
import { ImageHandler } from './image/image.handler';
import { ImageService } from './image/image.service';
import { WaitingWalker } from './invalidation/waiting/waiting.walker';
import { IntervalWorker } from './invalidation/interval/interval.worker';
import { cancelling } from './job/cancelling';
import { JobWorker } from './job/job.worker';
import { DueWorker } from './subscription/membership/due.worker';
import { MembershipService } from './subscription/membership/membership.service';
import { HeldHandler } from './namespace/metering/held.handler';
import { MeterWorker } from './namespace/metering/meter.worker';
import { QuotaService } from './namespace/metering/quota.service';
import { NamespaceHandler } from './namespace/namespace.handler';
import { NamespaceService } from './namespace/namespace.service';
import { WarmerWorker } from './namespace/upkeep/warmer.worker';
import { PairsService } from './pair/pairs.service';
import { ScanPool } from './document/pool/scan.pool';
import { QueryHandler } from './read/query/query.handler';
import { QueryService } from './read/query/query.service';
import { AnswerCountService } from './internal-read/answer-count.service';
import { EpochCountService } from './internal-read/epoch-count.service';
import { AnswerSampleService } from './internal-read/answer-sample.service';
import { AttributesService } from './internal-read/attributes.service';
import { FetchService } from './internal-read/fetch.service';
import { DistributionHandler } from './read/distribution/distribution.handler';
import { ImageBytesService } from './internal-read/image-bytes.service';
import { MeasureService } from './internal-read/measure.service';
import { InternalReadHandler } from './internal-read/internal-read.handler';
import { ReaderPool } from './document/pool/reader.pool';
import { RelatedService } from './internal-read/related/related.service';
import { SampleService } from './internal-read/sample.service';
import { ScanService } from './internal-read/scan.service';
import { AskService } from './read/by-id/ask.service';
import { JudgePriceService } from './read/by-id/judge-price.service';
import { JudgingService } from './read/by-id/judging.service';
import { ReadHandler } from './read/by-id/read.handler';
import { ReadService } from './read/by-id/read.service';
import { ApplyService } from './apply/apply.service';
import { DependentWalker } from './invalidation/fanout/dependent.walker';
import { Snapshots } from './namespace/snapshot/snapshots';
import { RelatedSignal } from './invalidation/relation/related-signal';
import { DrainService } from './invalidation/drain/drain.service';
import { RelatedWorker } from './invalidation/drain/related.worker';
import { SubscriptionHandler } from './subscription/subscription.handler';
import { EndpointCheck } from './subscription/endpoint-check';
import { SubscriptionService } from './subscription/subscription.service';
import { UnreadTimesService } from './subscription/unread-times.service';
import { SummaryHandler } from './summary/summary.handler';
import { SummaryService } from './summary/summary.service';
import { SummaryWorker } from './summary/summary.worker';
import { SweepWorker } from './namespace/upkeep/sweep.worker';
import { WalkService } from './subscription/walk/walk.service';
import { CommitService } from './write/commit.service';
import { BatchCommit } from './write/lane/batch-commit';
import { BatchedLane } from './write/lane/batched-lane';
import { LockedLane } from './write/lane/locked-lane';
import { OptimisticLane } from './write/lane/optimistic-lane';
import { LockedWrites } from './write/locked-writes';
import { ReadBefore } from './write/read-before';
import { WriteHandler } from './write/write.handler';
import { WriteService } from './write/write.service';

// Providers by subject; `layers.json` says which folder uses which.
const known = [Snapshots, ScanPool, PairsService];
const namespaces = [QuotaService, HeldHandler, MeterWorker, NamespaceService, NamespaceHandler];
const images = [ImageService, ImageHandler];
const groups = [CountService, GroupWorker, GroupDefinitionService, GroupHandler];
const members = [MembershipService, DueWorker, WalkService];
const answers = [ApplyService];
const relations = [RelatedSignal, DrainService, RelatedWorker];
const lanes = [BatchCommit, BatchedLane, OptimisticLane, LockedLane];
const writing = [ReadBefore, CommitService, LockedWrites, ...lanes, WriteService, WriteHandler];
const readers = [DependentWalker, WaitingWalker];
const copies = [JudgmentCopyService, FitCopyService, SettingCopyService];
const summaries = [SummaryService, SummaryHandler, SummaryWorker];
const subscriptions = [EndpointCheck, UnreadTimesService, SubscriptionService, SubscriptionHandler];
const erasing = [ImageErasureService, ImageErasureHandler, ImageReferenceService];
const reading = [
  AskService,
  JudgingService,
  ReadService,
  JudgePriceService,
  ReadHandler,
  QueryService,
  QueryHandler,
  DistributionHandler,
];
const reader = [
  ReaderPool,
  RelatedService,
  FetchService,
  ScanService,
  MeasureService,
  SampleService,
  AnswerSampleService,
  AnswerCountService,
  EpochCountService,
  AttributesService,
  ImageBytesService,
  InternalReadHandler,
];
const byFilter = [ByFilterWalk, ByFilterService, ByFilterHandler];
const deletions = [EraseService, NamespaceErasureService, NamespaceErasureHandler];
const jobs = [JobWorker];
const sweeps = [IntervalWorker, FanoutWalker, WarmerWorker, SweepWorker];

@Module({
  imports: [JobModule.of('documents', cancelling)],
  providers: [
    ...[
      ...known,
      ...namespaces,
      ...images,
      ...groups,
      ...members,
      ...answers,
      ...relations,
      ...writing,
      ...readers,
      ...copies,
      ...subscriptions,
      ...summaries,
    ],
    ...[...erasing, ...reading, ...reader, ...byFilter, ...deletions, ...jobs, ...sweeps],
  ],
})
export class AppModule {}
