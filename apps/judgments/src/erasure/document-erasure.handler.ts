import { DATABASE } from '@app/boot';
import type { Delivered } from '@app/bus';
import { DocumentDeleted } from '@app/contracts/documents';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { forgetAnswers } from '../answer/answer.store';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { forgetPending } from '../queue/pending/pending.store';
import { Waiters } from '../queue/waiter/waiters';

/**
 * Drops queued rows, contexts and heads of deleted documents, and ends the wait of their readers. A document created again
 * starts without a history.
 */
@Injectable()
export class DocumentErasureHandler {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly namespaces: NamespaceStore,
    private readonly waiters: Waiters,
  ) {}

  async applyDeletion(batch: Delivered<DocumentDeleted>[]): Promise<void> {
    const facts = batch.map(({ payload }) => payload);
    const namespaceIds = await this.namespaces.readIdsOf(facts);
    for (const [i, { documents }] of facts.entries()) {
      const rows = await this.db.transaction('judgments.document-erasure', async (tx) => {
        const forgotten = await forgetPending(tx, namespaceIds[i], documents);
        await forgetAnswers(tx, namespaceIds[i], documents);
        return forgotten;
      });
      this.waiters.forget(namespaceIds[i], rows);
    }
  }
}
