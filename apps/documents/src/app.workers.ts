import { Worker } from '@app/boot';
import { INestApplicationContext } from '@nestjs/common';
import { DetachmentWorker } from './erasure/detachment.worker';
import { FanoutWalker } from './fanout/walker';
import { GroupWorker } from './group/group.worker';
import { IntervalWorker } from './interval/interval.worker';
import { JobWorker } from './job/job.worker';
import { LinkWorker } from './link/link.worker';
import { DueWorker } from './membership/due.worker';
import { MeterWorker } from './metering/meter.worker';
import { WarmerWorker } from './pinned/warmer.worker';
import { ReaderWalker } from './reader-walk/reader.walker';
import { RelatedWorker } from './related/related.worker';
import { SummaryWorker } from './summary/summary.worker';
import { SweepWorker } from './sweep/sweep.worker';
import { WalkWorker } from './walk/walk.worker';

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
