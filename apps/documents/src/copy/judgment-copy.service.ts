import { DATABASE } from '@app/boot';
import { Applied, JudgmentChangedFact } from '@app/contracts';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { bumpRevision, loadOrganization, lockAlone, putColumn } from '../snapshot/snapshot.store';
import { WalkService } from '../subscription/walk.service';
import { addWalk } from '../subscription/walk.store';
import { walksOf } from './judgment-walks';

/** Applies columns at once: no write, read or query goes by an older one after the reply. */
@Injectable()
export class ColumnService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly walks: WalkService,
  ) {}

  /** Subscriptions that name what changed are walked: up to 10,000 documents before the reply, the rest after. */
  async apply({ column }: JudgmentChangedFact): Promise<Applied> {
    const walks: string[] = [];
    await this.database.transaction('documents.apply', async (tx) => {
      await lockAlone(tx, column.organization);
      const put = await putColumn(tx, column);
      if (!put) return;
      await bumpRevision(tx, column.organization);
      const { copies } = await loadOrganization(tx, column.organization);
      for (const walk of walksOf(put.before, column, copies)) walks.push(await addWalk(tx, walk));
    });
    await this.walks.begin(walks);
    return { applied: true };
  }
}
