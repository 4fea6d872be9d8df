import { Worker } from '@app/boot';
import { INestApplicationContext } from '@nestjs/common';
import { FanoutWalker } from './fanout/walker';
import { DetachmentWorker } from './image/detachment.worker';
import { IntervalWorker } from './interval/interval.worker';
import { JobWorker } from './job/job.worker';
import { MeterWorker } from './metering/meter.worker';
import { WarmerWorker } from './pinned/warmer.worker';
import { DueWorker } from './subscription/due.worker';
import { WalkWorker } from './subscription/walk.worker';
import { SweepWorker } from './sweep/sweep.worker';

export function workers(app: INestApplicationContext): Worker[] {
  return [
    app.get(SweepWorker),
    app.get(JobWorker),
    app.get(FanoutWalker),
    app.get(IntervalWorker),
    app.get(WalkWorker),
    app.get(DueWorker),
    app.get(DetachmentWorker),
    app.get(MeterWorker),
    app.get(WarmerWorker),
  ];
}
