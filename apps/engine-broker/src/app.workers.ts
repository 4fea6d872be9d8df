import { WorkerEntry, worker } from '@app/boot';
import { INestApplicationContext } from '@nestjs/common';
import { UpkeepWorker } from './upkeep/upkeep.worker';

/** What the engine broker does beside its requests. */
export function workers(app: INestApplicationContext): WorkerEntry[] {
  const upkeep = app.get(UpkeepWorker);
  return [
    worker({ name: 'upkeep', idleMs: 1000, stuckMs: 15_000, turn: () => upkeep.turn() }),
    worker({
      name: 'models of owners',
      idleMs: 500,
      look: () => upkeep.haveModelsChanged(),
      turn: () => upkeep.reconfigure(),
    }),
  ];
}
