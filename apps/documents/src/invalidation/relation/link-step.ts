import { type Logger, logWork } from '@app/observability';
import { Database, Tx } from '@app/persistence';
import { lockOrganization } from '../../namespace/snapshot/revision.store';
import { LinkBuild, clearLinks, linkBuilds, linkNext } from './link.store';

/** Documents of one transaction. */
const chunk = 1000;
/** Links of an earlier time that one transaction deletes. */
const clearChunk = 10_000;

/**
 * Works on one chunk of a claimed build of the links of an attribute that relations begin to join by.
 * @throws LeaseLost when another process has claimed the build since, or it began anew
 */
export async function stepLinks(database: Database, logger: Logger, build: LinkBuild): Promise<void> {
  if (await database.transaction('documents.link', (tx) => step(tx, build))) logEnd(logger, build);
}

function logEnd(logger: Logger, { organization, namespace, name, attempts }: LinkBuild): void {
  const about = { organization, namespace, attribute: name, claims: attempts };
  logWork(logger, 'walk.ended', () => ({ walk: 'links', outcome: 'ended', ...about, ms: null }));
}

/** @returns whether all links are built @throws LeaseLost */
async function step(tx: Tx, build: LinkBuild): Promise<boolean> {
  await lockOrganization(tx, build.organization);
  if (!build.cleared) {
    const cleared = (await clearLinks(tx, build, clearChunk)) < clearChunk;
    await linkBuilds.advanceAndRelease(tx, build, { ...build, cleared });
    return false;
  }
  const ids = await linkNext(tx, build, chunk);
  const ready = ids.length < chunk;
  await linkBuilds.advanceAndRelease(tx, build, { ...build, ready, cursor: ids.at(-1) ?? build.cursor });
  return ready;
}
