import { DATABASE, HEALTH, LOGGER } from '@app/boot';
import { Health, type Logger, Loop } from '@app/observability';
import { Database, LeaseLost, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { lockOrganization } from '../../namespace/snapshot/revision.store';
import { LinkBuild, clearLinks, linkBuilds, linkNext } from './link.store';

const idleMs = 1000;
const stuckMs = 60_000;
/** Documents of one transaction. */
const chunk = 1000;
/** Links of an earlier time that one transaction deletes. */
const clearChunk = 10_000;

/** Builds the links of attributes that relations begin to join by. */
@Injectable()
export class LinkWorker {
  private readonly loop: Loop;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
  ) {
    this.loop = new Loop({
      name: 'links',
      idleMs,
      logger,
      look: () => database.finds(linkBuilds.freeRows),
      turn: () => this.turn(),
    });
    health.mustBeReady({ name: 'links', check: () => this.loop.stuckFor(stuckMs) });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Works on one chunk of one build. @returns whether there was one */
  async turn(): Promise<boolean> {
    const build = await linkBuilds.claim(this.database);
    if (build === null) return false;
    try {
      await this.database.transaction('documents.link', (tx) => step(tx, build));
    } catch (error) {
      // Another process has claimed the build since, or it began anew: the chunk rolled back.
      if (!(error instanceof LeaseLost)) throw error;
    }
    return true;
  }
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
