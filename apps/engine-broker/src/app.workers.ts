import { WorkerEntry, worker } from '@app/boot';
import { INestApplicationContext } from '@nestjs/common';
import { UpkeepWorker } from './upkeep/upkeep.worker';

/** What the engine broker does beside its requests. */
export function workers(app: INestApplicationContext): WorkerEntry[] {
  return [worker({ name: 'upkeep', idleMs: 1000, stuckMs: 15_000, turn: () => app.get(UpkeepWorker).turn() })];
}
