import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { NamespaceDeleted } from '@app/contracts';
import { Database, Tx, addToOutbox, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { AnnouncementService } from '../commit/replication.service';
import { Override, toColumn, toOverrideColumn } from '../definition/judgment';
import { JudgmentStore } from '../definition/judgment.store';
import { OverrideStore } from '../definition/override.store';
import { ErasureStore, erasedTables } from './namespace-erasure.store';

const rowsTogether = 5_000;
/** Kept of the caller's time for the reply. */
const replyMs = 500;

/** Erases what a deleted namespace leaves here, in pieces that go on where they stood. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly store: ErasureStore,
    private readonly judgments: JudgmentStore,
    private readonly overrides: OverrideStore,
    private readonly announcements: AnnouncementService,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /**
   * Erases queue, answers and contexts, and archives the namespace's own judgments; those of templates stay.
   * @throws Problem `unavailable` when the caller's time ends before the work; asking again goes on with it
   */
  async erase(deleted: NamespaceDeleted, call: Call): Promise<void> {
    await this.begin(deleted);
    const id = await this.store.underWay(deleted);
    if (id === null) return;
    await killPoint('judgments.namespace-erase.begun');
    for (const table of erasedTables) {
      while ((await this.store.eraseRows(table, id, rowsTogether)) > 0) {
        await killPoint('judgments.namespace-erase.piece');
        if (call.leftMs < replyMs) throw notYet();
      }
    }
    // A piece that another process holds is found gone by neither of them: the next try looks again.
    if (!(await this.store.end(id))) throw notYet();
  }

  /** Settings and judgments end together, and from then on the rows are nobody's. */
  private async begin(deleted: NamespaceDeleted): Promise<void> {
    const { organization, namespace } = deleted;
    await this.db.transaction('judgments.erasure', async (tx) => {
      const overrides = await this.overrides.of(organization, namespace, tx);
      if (!(await this.store.begin(tx, deleted))) return;
      await this.resetOverrides(tx, organization, overrides);
      const own = await this.judgments.onScopes(organization, [namespace], tx);
      for (const judgment of own) {
        const revision = await this.judgments.nextRevision(tx, organization);
        const archived = { ...judgment, archived: true, revision };
        await this.judgments.update(tx, archived);
        await addToOutbox(tx, [this.announcements.factOf({ column: toColumn(archived), outcomes: archived.outcomes })]);
      }
    });
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

function notYet(): Problem {
  return new Problem('unavailable', 'The namespace is still being erased; ask again.', {}, { retryAfterS: 1 });
}
