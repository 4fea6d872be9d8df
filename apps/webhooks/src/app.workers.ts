import { DATABASE, WorkerEntry, worker } from '@app/boot';
import { Database } from '@app/persistence';
import { INestApplicationContext } from '@nestjs/common';
import { RecoveryWorker } from './requeue/recovery.worker';
import { PartitionStore } from './retention/partition.store';
import { RetentionWorker } from './retention/retention.worker';
import { DispatchService } from './sender/dispatch.service';
import { SenderWorker, longestIdleMs } from './sender/sender.worker';
import { SliceService, leaseS } from './sender/slice.service';
import { sweepTally } from './tally/tally.store';

function upkeep(app: INestApplicationContext): WorkerEntry[] {
  const database = app.get<Database>(DATABASE);
  const recovery = app.get(RecoveryWorker);
  return [
    worker({
      name: 'webhook-retention',
      idleMs: 30_000,
      stuckMs: 300_000,
      onStart: () => app.get(PartitionStore).makeAhead(),
      turn: () => app.get(RetentionWorker).turn(),
    }),
    worker({
      name: 'webhook-tally',
      idleMs: 10 * 60_000,
      stuckMs: 100 * 60_000,
      turn: async () => void (await sweepTally(database)),
    }),
    worker({
      name: 'webhook-recovery',
      // A step leaves an endpoint out whose turn another call holds at that moment, so the next one follows soon.
      idleMs: 250,
      longestIdleMs: 30_000,
      stuckMs: 300_000,
      wokenBy: (wake) => recovery.onWake(wake),
      turn: () => recovery.turn(),
    }),
  ];
}

/** The sender ends first: it gives back what is not sent and waits for results. Then other processes may take the slices. */
function sending(app: INestApplicationContext): WorkerEntry[] {
  const slices = app.get(SliceService);
  const sender = app.get(SenderWorker);
  const dispatch = app.get(DispatchService);
  return [
    worker({
      name: 'webhook-slices',
      idleMs: 4000,
      stuckMs: leaseS * 1000,
      onStart: () => slices.renew(),
      look: () => slices.look(),
      turn: () => slices.renew(),
      onStopped: () => slices.release(),
    }),
    worker({
      name: 'webhook-sender',
      // What another process has queued waits for so long; the longest while no other process sends.
      idleMs: 400,
      longestIdleMs,
      stuckMs: 30_000,
      onStart: (loop) => sender.begin(loop),
      look: (loop) => sender.look(loop),
      turn: () => sender.turn(),
      onStop: () => dispatch.stopHolding(),
      onStopped: () => dispatch.drain(),
    }),
  ];
}

/** What webhooks does beside its requests. */
export function workers(app: INestApplicationContext): WorkerEntry[] {
  return [...upkeep(app), ...sending(app)];
}
