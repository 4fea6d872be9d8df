import { DATABASE } from '@app/boot';
import type { Call } from '@app/bus';
import { OfNamespace, PendingCounts } from '@app/contracts/judgments';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { NamespaceGuard } from '../../copy/namespace/namespace-guard';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { countPendingRows } from './pending-count.store';

/** Counts what waits in a namespace. */
@Injectable()
export class PendingCountHandler {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly namespaces: NamespaceStore,
    private readonly guard: NamespaceGuard,
  ) {}

  /** @throws Problem not_found */
  async count({ namespace }: OfNamespace, call: Call): Promise<PendingCounts> {
    const { organization } = call.who;
    const { id, paused } = await this.namespaces.get({ organization, namespace });
    const pending = await countPendingRows(this.db, id);
    if (pending.length === 0) await this.guard.requireExisting({ organization, scope: namespace });
    return { pending, paused };
  }
}
