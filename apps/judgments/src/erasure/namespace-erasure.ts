import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { Applied, NamespaceDeleted } from '@app/contracts/documents';
import { judgmentChanged } from '@app/contracts/judgments';
import { Database, OutboxRow, Tx, addToOutbox, factRow, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Override } from '../judgment/definition/judgment';
import {
  readJudgmentsById,
  readJudgmentsOnScopes,
  readNextRevision,
  updateJudgment,
} from '../judgment/definition/judgment.store';
import { readOverridesOf } from '../judgment/definition/override.store';
import { changedFact, changedOverrideFact } from '../judgment/definition/snapshot';
import { beginErasure, endErasure, eraseRows, erasedTables, findNamespaceToErase } from './namespace-erasure.store';

const rowsPerStatement = 5_000;
/** Kept of the caller's time for the reply. */
const replyMs = 500;

/** Erases what a deleted namespace leaves here, a few thousand rows a statement. A repeated request continues. */
@Injectable()
export class NamespaceErasure {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /**
   * Erases queue, answers and contexts, and archives the namespace's own judgments; those of templates stay.
   * @throws Problem `unavailable` when the caller's time ends first; a repeated request continues
   */
  async erase(deleted: NamespaceDeleted, call: Call): Promise<Applied> {
    await this.begin(deleted);
    const id = await findNamespaceToErase(this.db, deleted);
    if (id === null) return { applied: true };
    await killPoint('judgments.namespace-erase.begun');
    for (const table of erasedTables) {
      while ((await eraseRows(this.db, table, id, rowsPerStatement)) > 0) {
        await killPoint('judgments.namespace-erase.piece');
        if (call.leftMs < replyMs) throw notErasedYet();
      }
    }
    // Of two processes that pick the same rows the second erases none and takes the table for empty: rows may be left.
    if (!(await endErasure(this.db, id))) throw notErasedYet();
    return { applied: true };
  }

  /** Ends the namespace's settings and judgments in one transaction. Nothing reads its rows after that. */
  private async begin(deleted: NamespaceDeleted): Promise<void> {
    const { organization, namespace } = deleted;
    await this.db.transaction('judgments.erasure', async (tx) => {
      const overrides = await readOverridesOf(tx, { organization, scope: namespace });
      if (!(await beginErasure(tx, deleted))) return;
      const facts = await resetOverrides(tx, organization, overrides);
      facts.push(...(await archiveJudgments(tx, organization, namespace)));
      await addToOutbox(tx, facts);
    });
  }
}

async function archiveJudgments(tx: Tx, organization: string, namespace: string): Promise<OutboxRow[]> {
  const facts: OutboxRow[] = [];
  for (const judgment of await readJudgmentsOnScopes(tx, organization, [namespace])) {
    const archived = { ...judgment, archived: true, revision: await readNextRevision(tx, organization) };
    await updateJudgment(tx, archived);
    facts.push(factRow(judgmentChanged, changedFact(archived)));
  }
  return facts;
}

/** The facts that reset overrides, so that the copies do not apply them to a namespace created again under the name. */
async function resetOverrides(tx: Tx, organization: string, overrides: readonly Override[]): Promise<OutboxRow[]> {
  const judgments = await readJudgmentsById(
    tx,
    organization,
    overrides.map(({ judgmentId }) => judgmentId),
  );
  const facts: OutboxRow[] = [];
  for (const override of overrides) {
    const judgment = judgments.find(({ id }) => id === override.judgmentId)!;
    const revision = await readNextRevision(tx, organization);
    const reset = { ...override, thresholds: null, freshness: null, revision };
    facts.push(factRow(judgmentChanged, changedOverrideFact(judgment, reset)));
  }
  return facts;
}

function notErasedYet(): Problem {
  return new Problem('unavailable', 'The namespace is still being erased; ask again.', {}, { retryAfterS: 1 });
}
