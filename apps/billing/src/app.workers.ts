import { WorkerEntry, worker } from '@app/boot';
import { INestApplicationContext } from '@nestjs/common';
import { UpkeepWorker } from './upkeep/upkeep.worker';

/** What billing does beside its requests. */
export function workers(app: INestApplicationContext): WorkerEntry[] {
  const upkeep = app.get(UpkeepWorker);
  return [
    worker({
      name: 'upkeep',
      idleMs: 1000,
      stuckMs: 60_000,
      look: () => upkeep.look(),
      turn: () => upkeep.turn(),
    }),
  ];
}
