import { JobModule } from '@app/boot';
import { Module } from '@nestjs/common';
import { FoldService } from './answer/fold.service';
import { ByFilterService } from './by-filter/by-filter.service';
import { ByFilterWalk } from './by-filter/walk.service';
import { ColumnService } from './column/column.service';
import { Columns } from './column/columns.service';
import { CopiesService } from './copies/copies.service';
import { WriteHandler } from './document/write.handler';
import { WriteService } from './document/write.service';
import { FanoutWalker } from './fanout/walker';
import { FitService } from './fit/fit.service';
import { DetachmentService } from './image/detachment.service';
import { DetachmentWorker } from './image/detachment.worker';
import { ImageHandler } from './image/image.handler';
import { ImageService } from './image/image.service';
import { IntervalWorker } from './interval/interval.worker';
import { cancelling } from './job/cancelling';
import { JobWorker } from './job/job.worker';
import { FetchService } from './leaf/fetch.service';
import { ImageBytesService } from './leaf/image-bytes.service';
import { LeafHandler } from './leaf/leaf.handler';
import { LeafPool } from './leaf/leaf.pool';
import { SampleService } from './leaf/sample.service';
import { AnswerSampleService } from './leaf/answer-sample.service';
import { ScanService } from './leaf/scan.service';
import { MeterWorker } from './metering/meter.worker';
import { QuotaService } from './metering/quota.service';
import { DeletionService } from './namespace/deletion.service';
import { NamespaceHandler } from './namespace/namespace.handler';
import { NamespaceService } from './namespace/namespace.service';
import { WarmerWorker } from './pinned/warmer.worker';
import { JudgingService } from './reading/judging.service';
import { QueryHandler } from './reading/query.handler';
import { QueryService } from './reading/query.service';
import { ReadHandler } from './reading/read.handler';
import { ReadService } from './reading/read.service';
import { DueWorker } from './subscription/due.worker';
import { MembershipService } from './subscription/membership.service';
import { SubscriptionHandler } from './subscription/subscription.handler';
import { SubscriptionService } from './subscription/subscription.service';
import { WalkService } from './subscription/walk.service';
import { WalkWorker } from './subscription/walk.worker';
import { SweepWorker } from './sweep/sweep.worker';

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
const namespaces = [NamespaceService, DeletionService, NamespaceHandler, JobWorker];
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
  imports: [JobModule.of('documents', cancelling)],
  providers: [...columns, ...documents, ...images, ...reading, ...leaves, ...namespaces, ...metering, ...followers],
})
export class AppModule {}
