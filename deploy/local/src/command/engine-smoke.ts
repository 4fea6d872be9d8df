import { runScript } from '../supervisor/script';
import { built } from '../workspace';

/**
 * `npm run engine-smoke -- jev`: asks the engine that stands behind a name here (ENGINES, ENGINE_..._KEY) one question of
 * each type and prints what was understood, never the key. Needs neither database nor bus.
 */
export function smokeEngine(args: string[]): Promise<number> {
  return runScript([built('apps/engine-broker'), 'smoke', ...args]);
}
