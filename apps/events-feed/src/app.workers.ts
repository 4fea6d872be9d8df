import { BUS, WorkerEntry, worker } from '@app/boot';
import { Bus } from '@app/bus';
import { tailMoved } from '@app/contracts/events';
import { INestApplicationContext } from '@nestjs/common';
import { PartitionStore } from './retention/partition.store';
import { RetentionWorker } from './retention/retention.worker';
import { TailService } from './tail/tail.service';

/** What the feed does beside its requests. */
export function workers(app: INestApplicationContext): WorkerEntry[] {
  const tail = app.get(TailService);
  return [
    worker({
      name: 'feed-retention',
      idleMs: 60_000,
      stuckMs: 600_000,
      onStart: () => app.get(PartitionStore).makeAhead(),
      turn: () => app.get(RetentionWorker).turn(),
    }),
    worker({
      name: 'feed-tail',
      // While a poll waits, the service looks at the tail this often, since a broadcast may be lost.
      idleMs: 1000,
      stuckMs: 30_000,
      wokenBy: (wake) => tail.onMoved(wake),
      onStart: () => app.get<Bus>(BUS).onBroadcast(tailMoved, () => tail.wake()),
      turn: () => tail.look(),
      onStopped: () => tail.endWaits(),
    }),
  ];
}
