import { JobModule } from '@app/boot';
import { Module } from '@nestjs/common';
import { ByFilterHandler } from './by-filter/by-filter.handler';
import { ByFilterService } from './by-filter/by-filter.service';
import { ByFilterWalk } from './by-filter/walk.service';
import { FitCopyService } from './copy/fit-copy.service';
import { JudgmentCopyService } from './copy/judgment-copy.service';
import { SettingCopyService } from './copy/setting-copy.service';
import { DeletionHandler } from './deletion/deletion.handler';
import { DeletionService } from './deletion/deletion.service';
import { EraseService } from './deletion/erase.service';
import { DetachmentService } from './erasure/detachment.service';
import { DetachmentWorker } from './erasure/detachment.worker';
import { ErasureHandler } from './erasure/erasure.handler';
import { ErasureService } from './erasure/erasure.service';
import { FanoutWalker } from './fanout/walker';
import { CountService } from './group/count.service';
import { GroupDefinitionService } from './group/definition.service';
import { GroupHandler } from './group/group.handler';
import { GroupWorker } from './group/group.worker';
import { ImageHandler } from './image/image.handler';
import { ImageService } from './image/image.service';
import { IntervalWorker } from './interval/interval.worker';
import { cancelling } from './job/cancelling';
import { JobWorker } from './job/job.worker';
import { DueWorker } from './membership/due.worker';
import { LinkWorker } from './link/link.worker';
import { MembershipService } from './membership/membership.service';
import { HeldHandler } from './metering/held.handler';
import { MeterWorker } from './metering/meter.worker';
import { QuotaService } from './metering/quota.service';
import { NamespaceHandler } from './namespace/namespace.handler';
import { NamespaceService } from './namespace/namespace.service';
import { WarmerWorker } from './pinned/warmer.worker';
import { ScanPool } from './pool/scan.pool';
import { QueryHandler } from './query/query.handler';
import { QueryService } from './query/query.service';
import { AnswerSampleService } from './reader/answer-sample.service';
import { FetchService } from './reader/fetch.service';
import { DistributionHandler } from './distribution/distribution.handler';
import { ImageBytesService } from './reader/image-bytes.service';
import { MeasureService } from './reader/measure.service';
import { ReaderHandler } from './reader/reader.handler';
import { ReaderPool } from './reader/reader.pool';
import { RelatedService } from './reader/related.service';
import { SampleService } from './reader/sample.service';
import { ScanService } from './reader/scan.service';
import { AskService } from './reading/ask.service';
import { JudgingService } from './reading/judging.service';
import { ReadHandler } from './reading/read.handler';
import { ReadService } from './reading/read.service';
import { ApplyService } from './recorded-answer/apply.service';
import { ReaderWalker } from './reader-walk/reader.walker';
import { Snapshots } from './snapshot/snapshots.service';
import { RelatedSignal } from './relation/related-signal';
import { DrainService } from './related/drain.service';
import { RelatedWorker } from './related/related.worker';
import { SubscriptionHandler } from './subscription/subscription.handler';
import { EndpointCheck } from './subscription/endpoint-check.service';
import { SubscriptionService } from './subscription/subscription.service';
import { SummaryHandler } from './summary/summary.handler';
import { SummaryService } from './summary/summary.service';
import { SummaryWorker } from './summary/summary.worker';
import { SweepWorker } from './sweep/sweep.worker';
import { WalkService } from './walk/walk.service';
import { WalkWorker } from './walk/walk.worker';
import { CommitService } from './write/commit.service';
import { ComputeService } from './write/compute.service';
import { GroupService } from './write/group.service';
import { WriteHandler } from './write/write.handler';
import { WriteService } from './write/write.service';

// The folders by layer, lowest first (layers.json): each line uses lines above it.
const known = [Snapshots, ScanPool];
const namespaces = [QuotaService, HeldHandler, MeterWorker, NamespaceService, NamespaceHandler];
const images = [ImageService, ImageHandler];
const groups = [CountService, GroupWorker, GroupDefinitionService, GroupHandler];
const members = [MembershipService, DueWorker, WalkService, WalkWorker];
const answers = [ApplyService];
const relations = [RelatedSignal, LinkWorker, DrainService, RelatedWorker];
const writing = [ComputeService, CommitService, GroupService, WriteService, WriteHandler];
const readers = [ReaderWalker];
const copies = [JudgmentCopyService, FitCopyService, SettingCopyService];
const summaries = [SummaryService, SummaryHandler, SummaryWorker];
const subscriptions = [EndpointCheck, SubscriptionService, SubscriptionHandler];
const erasing = [ErasureService, ErasureHandler, DetachmentService, DetachmentWorker];
const reading = [AskService, JudgingService, ReadService, ReadHandler, QueryService, QueryHandler, DistributionHandler];
const reader = [
  ReaderPool,
  RelatedService,
  FetchService,
  ScanService,
  MeasureService,
  SampleService,
  AnswerSampleService,
  ImageBytesService,
  ReaderHandler,
];
const byFilter = [ByFilterWalk, ByFilterService, ByFilterHandler];
const deletions = [EraseService, DeletionService, DeletionHandler];
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
