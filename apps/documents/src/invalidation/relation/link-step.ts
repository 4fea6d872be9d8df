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
export function stepLinks(database: Database, build: LinkBuild): Promise<void> {
  return database.transaction('documents.link', (tx) => step(tx, build));
}

/** @throws LeaseLost */
async function step(tx: Tx, build: LinkBuild): Promise<void> {
  await lockOrganization(tx, build.organization);
  if (!build.cleared) {
    const cleared = (await clearLinks(tx, build, clearChunk)) < clearChunk;
    await linkBuilds.advanceAndRelease(tx, build, { ...build, cleared });
    return;
  }
  const ids = await linkNext(tx, build, chunk);
  const ready = ids.length < chunk;
  await linkBuilds.advanceAndRelease(tx, build, { ...build, ready, cursor: ids.at(-1) ?? build.cursor });
}
