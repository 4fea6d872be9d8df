import { BUS, DATABASE } from '@app/boot';
import { Bus } from '@app/bus';
import { Applied, BudgetChanged, NamespaceChanged, NamespaceDeleted } from '@app/contracts';
import { Database, Tx, addToOutbox } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { AnnouncementService } from '../judgment/announcement.service';
import { Override, toColumn, toOverrideColumn } from '../judgment/judgment';
import { JudgmentStore } from '../judgment/judgment.store';
import { OverrideStore } from '../judgment/override.store';
import { JudgingService } from '../judging/judging.service';
import { NamespaceStore } from './namespace.store';

/** Copies of what documents and billing decide of a namespace. */
@Injectable()
export class NamespaceHandler {
  constructor(
    private readonly store: NamespaceStore,
    private readonly judgments: JudgmentStore,
    private readonly overrides: OverrideStore,
    private readonly announcements: AnnouncementService,
    private readonly judging: JudgingService,
    @Inject(DATABASE) private readonly db: Database,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async changed(changed: NamespaceChanged): Promise<Applied> {
    await this.store.apply(changed);
    return { applied: true };
  }

  async budget(changed: BudgetChanged): Promise<void> {
    await this.store.applyBudget(changed);
    this.judging.wake();
  }

  /** Erases queue, answers and contexts, and archives the namespace's own judgments; those of templates stay. */
  async deleted(deleted: NamespaceDeleted): Promise<Applied> {
    const { organization, namespace } = deleted;
    await this.db.transaction(async (tx) => {
      const overrides = await this.overrides.of(organization, namespace, tx);
      if (!(await this.store.erase(tx, deleted))) return;
      await this.resetOverrides(tx, organization, overrides);
      const own = await this.judgments.onScopes(organization, [namespace], tx);
      for (const judgment of own) {
        const revision = await this.judgments.nextRevision(tx, organization);
        const archived = { ...judgment, archived: true, revision };
        await this.judgments.update(tx, archived);
        await addToOutbox(tx, [this.announcements.factOf({ column: toColumn(archived), outcomes: archived.outcomes })]);
      }
      tx.afterCommit(() => this.bus.relay.wake());
    });
    return { applied: true };
  }

  /** A namespace made again under the name must not find them with the holders. */
  private async resetOverrides(tx: Tx, organization: string, overrides: readonly Override[]): Promise<void> {
    const judgments = await this.judgments.byIds(
      organization,
      overrides.map(({ judgmentId }) => judgmentId),
    );
    for (const override of overrides) {
      const judgment = judgments.find(({ id }) => id === override.judgmentId)!;
      const revision = await this.judgments.nextRevision(tx, organization);
      const column = toOverrideColumn(judgment, { ...override, thresholds: null, freshness: null, revision });
      await addToOutbox(tx, [this.announcements.factOf({ column, outcomes: judgment.outcomes })]);
    }
  }
}
