import { DATABASE } from '@app/boot';
import type { Delivered } from '@app/bus';
import { DocumentChanged, DocumentDeleted } from '@app/contracts';
import { Database, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { AnswerStore } from '../answer/answer.store';
import { CatalogService } from '../catalog/catalog.service';
import { groupBy } from './group-by';
import { JudgingService } from '../judging/judging.service';
import { EffectiveJudgment } from '../definition/judgment';
import { NamespaceStore } from '../namespace/namespace.store';
import { laneOfCause, rankOf } from './lane';
import { Wanted } from './pending';
import { PendingStore } from './pending.store';

/** What changed becomes what is wanted. */
@Injectable()
export class PendingHandler {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly pending: PendingStore,
    private readonly answers: AnswerStore,
    private readonly namespaces: NamespaceStore,
    private readonly catalog: CatalogService,
    private readonly judging: JudgingService,
  ) {}

  /** One upsert for a batch of facts. A fact that comes twice finds its row, or judges what has not changed. */
  async changed(batch: Delivered<DocumentChanged>[]): Promise<void> {
    const ids = await this.namespaces.idsOf(batch.map(({ payload }) => payload));
    const inForce = await this.judgmentsOf(batch.map(({ payload }) => payload));
    const wanted: Wanted[] = [];
    for (const [i, { payload, traceparent }] of batch.entries()) {
      const lane = rankOf(laneOfCause(payload.cause));
      const judgments = inForce(payload);
      for (const { id: document, version, set } of payload.documents) {
        for (const judgmentId of payload.sets[set]) {
          const judgment = judgments.get(judgmentId);
          if (!judgment || judgment.archived) continue;
          const { debounce_ms, max_wait_ms } = judgment.freshness;
          wanted.push({
            namespaceId: ids[i],
            document,
            judgmentId,
            lane,
            // An interval that elapsed is no burst of changes; nothing follows it to wait for.
            debounceMs: payload.cause === 'interval' ? 0 : debounce_ms,
            maxWaitMs: max_wait_ms,
            version,
            wanted: 0,
            touches: 1,
            traceparent: traceparent ?? null,
            renewAt: payload.cause === 'interval' ? new Date(payload.changed_at) : null,
          });
        }
      }
    }
    if (wanted.length === 0) return;
    await this.pending.queue(wanted);
    await killPoint('judgments.pending.after-commit');
    this.judging.wake();
  }

  /** One look a namespace, however many facts of it came together. */
  private async judgmentsOf(facts: readonly DocumentChanged[]) {
    const keyOf = ({ organization, namespace }: DocumentChanged): string => `${organization}\n${namespace}`;
    const found = new Map<string, ReadonlyMap<string, EffectiveJudgment>>();
    for (const [key, group] of groupBy(facts, keyOf)) {
      const { organization, namespace } = group[0];
      const ids = [...new Set(group.flatMap(({ sets }) => sets.flat()))];
      found.set(key, await this.catalog.inForce(organization, namespace, ids));
    }
    return (fact: DocumentChanged) => found.get(keyOf(fact))!;
  }

  /** Drops what waits, erases contexts and forgets heads, so that a document made again starts anew. */
  async deleted(batch: Delivered<DocumentDeleted>[]): Promise<void> {
    const ids = await this.namespaces.idsOf(batch.map(({ payload }) => payload));
    for (const [i, { payload }] of batch.entries()) {
      await this.db.transaction('judgments.pending', async (tx) => {
        await this.pending.forget(tx, ids[i], payload.documents);
        await this.answers.forget(tx, ids[i], payload.documents);
      });
    }
  }
}
