import { Module } from '@nestjs/common';
import { ByFilterService } from './by-filter/by-filter.service';
import { ByFilterWalk } from './by-filter/walk.service';
import { FitService } from './copy/fit-copy.service';
import { ColumnService } from './copy/judgment-copy.service';
import { CopiesService } from './copy/setting-copy.service';
import { DetachmentService } from './erasure/detachment.service';
import { DetachmentWorker } from './erasure/detachment.worker';
import { FanoutWalker } from './fanout/walker';
import { ImageHandler } from './image/image.handler';
import { ImageService } from './image/image.service';
import { IntervalWorker } from './interval/interval.worker';
import { JobHandler } from './job/job.handler';
import { JobWorker } from './job/job.worker';
import { DocumentJobs } from './job/jobs';
import { DueWorker } from './membership/due.worker';
import { MembershipService } from './membership/membership.service';
import { MeterWorker } from './metering/meter.worker';
import { QuotaService } from './metering/quota.service';
import { DeletionService } from './namespace/deletion.service';
import { NamespaceHandler } from './namespace/namespace.handler';
import { NamespaceService } from './namespace/namespace.service';
import { WarmerWorker } from './pinned/warmer.worker';
import { QueryHandler } from './query/query.handler';
import { QueryService } from './query/query.service';
import { AnswerSampleService } from './reader/answer-sample.service';
import { FetchService } from './reader/fetch.service';
import { ImageBytesService } from './reader/image-bytes.service';
import { LeafHandler } from './reader/reader.handler';
import { LeafPool } from './reader/reader.pool';
import { SampleService } from './reader/sample.service';
import { ScanService } from './reader/scan.service';
import { JudgingService } from './reading/judging.service';
import { ReadHandler } from './reading/read.handler';
import { ReadService } from './reading/read.service';
import { FoldService } from './recorded-answer/apply.service';
import { Columns } from './snapshot/snapshots.service';
import { SubscriptionHandler } from './subscription/subscription.handler';
import { SubscriptionService } from './subscription/subscription.service';
import { WalkService } from './subscription/walk.service';
import { WalkWorker } from './subscription/walk.worker';
import { SweepWorker } from './sweep/sweep.worker';
import { WriteHandler } from './write/write.handler';
import { WriteService } from './write/write.service';

const columns = [Columns, ColumnService, CopiesService, FitService];
const documents = [
  WriteService,
  WriteHandler,
  ByFilterService,
  ByFilterWalk,
  FoldService,
  MembershipService,
  FanoutWalker,
];
const reading = [ReadService, ReadHandler, JudgingService, QueryService, QueryHandler];
const images = [ImageService, ImageHandler, DetachmentService, DetachmentWorker, ImageBytesService];
const leaves = [LeafPool, FetchService, SampleService, AnswerSampleService, ScanService, LeafHandler];
const namespaces = [NamespaceService, DeletionService, NamespaceHandler, DocumentJobs, JobWorker, JobHandler];
const metering = [MeterWorker, QuotaService, WarmerWorker];
const followers = [
  SubscriptionService,
  SubscriptionHandler,
  WalkService,
  WalkWorker,
  DueWorker,
  IntervalWorker,
  SweepWorker,
];

@Module({
  providers: [...columns, ...documents, ...images, ...reading, ...leaves, ...namespaces, ...metering, ...followers],
})
export class AppModule {}
