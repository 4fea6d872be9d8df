import { DATABASE } from '@app/boot';
import type { Applied, JudgmentSnapshot } from '@app/contracts/documents';
import type { JudgmentChangedFact } from '@app/contracts/judgments';
import { sameJson } from '@app/json';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { requestRecounts } from '../../group/build.store';
import { requestLinks } from '../../invalidation/relation/link.store';
import { bumpRevision, lockOrganizationAlone } from '../../namespace/snapshot/revision.store';
import { loadOrganization, putSnapshot } from '../../namespace/snapshot/snapshot.store';
import { WalkService } from '../../subscription/walk/walk.service';
import { addWalk } from '../../subscription/walk/walk.store';
import { judgmentWalks } from './judgment-walks';
import { walkDependents, walkUnfollowed } from './dependent-walks';
import { walkMovedScope } from './scope-walks';
import { walkWaiting } from './waiting-walks';

/** Keeps the snapshots of judgments. After the reply no write, read or query uses an older one. */
@Injectable()
export class JudgmentCopyService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly walks: WalkService,
  ) {}

  /**
   * Walks the subscriptions that name what changed: up to 10,000 documents before the reply, the rest by the worker. The
   * message calls a snapshot `column`.
   */
  async apply({ column: published }: JudgmentChangedFact): Promise<Applied> {
    const { organization } = published;
    const walks: string[] = [];
    await this.database.transaction('documents.judgment-copy', async (tx) => {
      await lockOrganizationAlone(tx, organization);
      const put = await putSnapshot(tx, published);
      if (!put) return;
      await requestLinks(tx, put.before, published);
      if (movesGroups(put.before, published)) await requestRecounts(tx, organization, published, 'judgments');
      await walkDependents(tx, put.before, published);
      await walkUnfollowed(tx, put.before, published);
      await walkMovedScope(tx, put.before, published);
      await bumpRevision(tx, organization);
      const { snapshot } = await loadOrganization(tx, { organization, namespace: '' });
      await walkWaiting(tx, put.before, published, snapshot);
      for (const walk of judgmentWalks(put.before, published, snapshot)) walks.push(await addWalk(tx, walk));
    });
    await this.walks.begin(walks);
    return { applied: true };
  }
}

/** Whether answers that stand may count otherwise in groups. */
function movesGroups(before: JudgmentSnapshot | null, after: JudgmentSnapshot): boolean {
  const counted = (of: JudgmentSnapshot) => [
    of.archived,
    of.type,
    of.active_version,
    of.applies_to,
    of.levels,
    of.thresholds,
  ];
  return before === null || !sameJson(counted(before), counted(after));
}
