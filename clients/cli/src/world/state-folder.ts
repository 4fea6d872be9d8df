import { join } from 'node:path';
import type { World } from './world';

/** `$XDG_STATE_HOME/judgment`, else below `~/.local/state`. */
export function stateFolder(environment: World['environment'], home: string): string {
  return join(environment.XDG_STATE_HOME || join(home, '.local', 'state'), 'judgment');
}
