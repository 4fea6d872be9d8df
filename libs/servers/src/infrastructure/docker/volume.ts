import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runDocker } from './docker';

/** In a data folder: the names of its volumes, one a line. The guard of a throw-away folder reads it, too. */
const listName = 'volumes';

/**
 * The name of the volume in which a container keeps the data of a folder. In a folder of this machine its files would belong to
 * accounts of the image, and nobody but root could delete them.
 */
export function volumeOf(folder: string, what: string): string {
  const name = `judgment-service-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}-${what}`;
  const names = namesIn(folder);
  if (!names.includes(name)) writeFileSync(join(folder, listName), `${[...names, name].join('\n')}\n`);
  return name;
}

/**
 * Deletes the volumes of a folder, with what a container that was left over still holds of them.
 * @throws SetupFailure with Docker's own reason; what is left stays on the list
 */
export async function removeVolumes(folder: string): Promise<void> {
  for (const name of namesIn(folder)) {
    const holders = await runDocker(['ps', '--all', '--quiet', '--filter', `volume=${name}`]);
    for (const one of holders.split('\n').filter(Boolean)) await runDocker(['rm', '--force', '--volumes', one]);
    await runDocker(['volume', 'rm', '--force', name]);
  }
  rmSync(join(folder, listName), { force: true });
}

function namesIn(folder: string): string[] {
  const list = join(folder, listName);
  return existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : [];
}
