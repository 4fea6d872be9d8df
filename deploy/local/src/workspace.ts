import { workspaceRoot } from '@app/servers';
import { join, resolve } from 'node:path';

export { workspaceRoot };

/** Git-ignored folder of secrets, data and logs; STATE_DIR moves it. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(workspaceRoot, env['STATE_DIR'] || '.state');
}

/** A built entry point, such as dist/apps/gateway/main.js. */
export function built(project: string, entry: 'main' | 'migrate' | 'learning' = 'main'): string {
  return join(workspaceRoot, 'dist', project, `${entry}.js`);
}
