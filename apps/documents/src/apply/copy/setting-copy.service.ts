import { DATABASE } from '@app/boot';
import type { BudgetChanged } from '@app/contracts/billing';
import type { EngineChanged } from '@app/contracts/engines';
import type { DeferralChanged } from '@app/contracts/judgments';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { keepEpochs } from '../../namespace/snapshot/epoch.store';
import { allOrganizations, bumpRevision } from '../../namespace/snapshot/revision.store';

/** Keeps single rows of other services. Each is applied by its revision, so a fact may come twice and late. */
@Injectable()
export class SettingCopyService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async applyBudget({ organization, namespace, paused, revision }: BudgetChanged): Promise<void> {
    await this.database.query(
      `update namespace set paused = $3, paused_revision = $4
       where organization = $1 and name = $2 and paused_revision < $4`,
      [organization, namespace, paused, revision],
    );
  }

  async applyEngine(fact: EngineChanged): Promise<void> {
    const { name, version } = fact.engine;
    await this.database.transaction('documents.engine-copy', async (tx) => {
      const { rowCount } = await tx.query(
        `insert into engine as e (name, version, revision, active, circuit_open, body) values ($1, $2, $3, $4, $5, $6)
         on conflict (name, version) do update set revision = $3, active = $4, circuit_open = $5, body = $6
         where e.revision < $3`,
        [name, version, fact.revision, fact.active, fact.circuit_open, JSON.stringify(fact)],
      );
      const hasMore = await keepEpochs(tx, fact);
      if (rowCount || hasMore) await bumpRevision(tx, allOrganizations);
    });
  }

  /** @param fact of a build that does not know `resumes_at` leaves it out */
  async applyDeferral(fact: DeferralChanged & { resumes_at?: string | null }): Promise<void> {
    const { organization, namespace, judgment_id, deferred, revision, resumes_at = null } = fact;
    await this.database.transaction('documents.deferral-copy', async (tx) => {
      const { rowCount } = await tx.query(
        `insert into deferral as e (organization, namespace, judgment_id, deferred, revision, resumes_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (organization, namespace, judgment_id) do update set deferred = $4, revision = $5, resumes_at = $6
         where e.revision < $5`,
        [organization, namespace, judgment_id, deferred, revision, resumes_at],
      );
      if (rowCount) await bumpRevision(tx, organization);
    });
  }
}
