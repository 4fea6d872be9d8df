import { Worker } from '@app/boot';
import { INestApplicationContext } from '@nestjs/common';
import { DetachmentWorker } from './erasure/image/detachment.worker';
import { FanoutWalker } from './invalidation/fanout/walker';
import { GroupWorker } from './group/group.worker';
import { IntervalWorker } from './invalidation/interval/interval.worker';
import { JobWorker } from './job/job.worker';
import { LinkWorker } from './invalidation/relation/link.worker';
import { DueWorker } from './subscription/membership/due.worker';
import { MeterWorker } from './namespace/metering/meter.worker';
import { WarmerWorker } from './namespace/upkeep/warmer.worker';
import { ReaderWalker } from './invalidation/fanout/reader.walker';
import { RelatedWorker } from './invalidation/drain/related.worker';
import { SummaryWorker } from './summary/summary.worker';
import { SweepWorker } from './namespace/upkeep/sweep.worker';
import { WalkWorker } from './subscription/walk/walk.worker';

export function workers(app: INestApplicationContext): Worker[] {
  return [
    app.get(SweepWorker),
    app.get(JobWorker),
    app.get(LinkWorker),
    app.get(RelatedWorker),
    app.get(FanoutWalker),
    app.get(ReaderWalker),
    app.get(GroupWorker),
    app.get(SummaryWorker),
    app.get(IntervalWorker),
    app.get(WalkWorker),
    app.get(DueWorker),
    app.get(DetachmentWorker),
    app.get(MeterWorker),
    app.get(WarmerWorker),
  ];
}
