import { DATABASE, LOGGER } from '@app/boot';
import { type Logger, logWork, msSince } from '@app/observability';
import { Database, Tx, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { lockOrganization } from '../namespace/snapshot/revision.store';
import { Snapshots } from '../namespace/snapshot/snapshots';
import {
  GroupBuild,
  eraseGeneration,
  erasePrevious,
  readErasingIn,
  groupBuilds,
  isShown,
  readNextDocuments,
} from './build.store';
import { CompiledGroup, groupsOf } from './compiled-group';
import { CountService } from './count.service';
import {
  dirtyDocuments,
  findCounted,
  forgetDirty,
  lockGroups,
  readNextDirtyNamespace,
  readOldestDirty,
  tryLockGroups,
} from './dirty.store';

/** Documents of one transaction. */
const batch = 500;
/** Rows of a generation that one transaction erases. */
const eraseBatch = 10_000;
/** No namespace has it; all have greater ones. */
const beforeAll = '0';

/** Keeps the values of groups: counts changed documents again, and all documents for new groups. */
@Injectable()
export class GroupWorker {
  private last = beforeAll;
  /** Whether documents were counted in this round over the namespaces. */
  private hasCounted = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly snapshots: Snapshots,
    private readonly counts: CountService,
  ) {}

  async look(): Promise<boolean> {
    const looks = [dirtyDocuments, groupBuilds.freeRows].map((select) => this.database.finds(select));
    return (await Promise.all(looks)).includes(true);
  }

  /** Counts changed documents of one namespace, and goes on with one build. @returns whether there was work */
  async turn(): Promise<boolean> {
    const counted = await this.countChanged();
    const built = await groupBuilds.stepNext(this.database, (build) => this.build(build));
    return counted || built;
  }

  private async countChanged(): Promise<boolean> {
    const next = await readNextDirtyNamespace(this.database, this.last);
    this.last = next ?? beforeAll;
    if (next !== null) {
      if (await this.database.transaction('documents.groups', (tx) => this.countIn(tx, next))) this.hasCounted = true;
      return true;
    }
    // Another process may count what is left, so a round without work rests.
    const { hasCounted } = this;
    this.hasCounted = false;
    return hasCounted;
  }

  /**
   * What changes after the rows are read leaves further rows, so documents are read after them.
   * @returns whether there were any; false while another process counts
   */
  private async countIn(tx: Tx, namespaceId: string): Promise<boolean> {
    const namespace = await findCounted(tx, namespaceId);
    if (namespace !== null) await lockOrganization(tx, namespace.organization);
    if (!(await tryLockGroups(tx, namespaceId))) return false;
    const rows = await readOldestDirty(tx, namespaceId, batch);
    if (namespace !== null && !namespace.deleting && rows.length > 0) {
      const inForce = await this.snapshots.readCurrent(namespace, tx);
      const erasing = await readErasingIn(tx, namespaceId);
      const groups = groupsOf(inForce).all.filter(({ generation }) => !erasing.has(generation));
      const ids = [...new Set(rows.map(({ document_id: id }) => id))].sort();
      await this.counts.count(tx, { namespaceId, inForce }, ids, groups);
    }
    await forgetDirty(tx, namespaceId, rows);
    await killPoint('documents.group.before-commit');
    return rows.length > 0;
  }

  /** A build that begins anew meanwhile is lost like one that another process has claimed. @throws LeaseLost */
  private build(build: GroupBuild): Promise<void> {
    return this.database.transaction('documents.group-build', async (tx) => {
      await lockOrganization(tx, build.organization);
      await lockGroups(tx, build.namespace_id);
      await this.step(tx, build);
      await killPoint('documents.group.before-commit');
    });
  }

  /** @throws LeaseLost */
  private async step(tx: Tx, build: GroupBuild): Promise<void> {
    if (build.deleting) {
      await groupBuilds.remove(tx, build);
      return tx.afterCommit(() => this.logEnd(build, 'group', 'gone'));
    }
    const inForce = await this.snapshots.readCurrent(build, tx);
    const group = groupsOf(inForce).all.find(({ generation }) => generation === build.generation);
    if (build.erasing || !group) {
      if (await erase(tx, build, group)) tx.afterCommit(() => this.logEnd(build, 'group_erasure', 'ended'));
      return;
    }
    const ids = await readNextDocuments(tx, build, batch);
    await this.counts.count(tx, { namespaceId: build.namespace_id, inForce }, ids, [group]);
    const cursor = ids.at(-1) ?? build.cursor;
    if (ids.length === batch) {
      await groupBuilds.advanceAndRelease(tx, build, { ...build, cursor });
      return;
    }
    await groupBuilds.remove(tx, build);
    await erasePrevious(tx, build);
    tx.afterCommit(() => this.logEnd(build, 'group', 'ended', ids.length));
  }

  /** @param documents of the last step */
  private logEnd(build: GroupBuild, walk: 'group' | 'group_erasure', outcome: string, documents?: number): void {
    const { organization, namespace, generation, attempts, changed_at: changedAt } = build;
    const about = { organization, namespace, generation, claims: attempts };
    logWork(this.logger, 'walk.ended', () => ({
      walk,
      outcome,
      ...about,
      ...(documents !== undefined && { documents }),
      ms: msSince(changedAt),
    }));
  }
}

/**
 * A generation that comes back into force while it is erased is counted when the last row is gone.
 * @returns whether it is erased for good
 */
async function erase(tx: Tx, build: GroupBuild, group: CompiledGroup | undefined): Promise<boolean> {
  if (!group && (await isShown(tx, build))) {
    await groupBuilds.remove(tx, build);
    return false;
  }
  if (!(await eraseGeneration(tx, build, eraseBatch))) {
    await groupBuilds.advanceAndRelease(tx, build, { ...build, erasing: true });
  } else if (group) {
    await groupBuilds.advanceAndRelease(tx, build, { built: false, erasing: false, cursor: '' });
  } else {
    await groupBuilds.remove(tx, build);
    return true;
  }
  return false;
}
