import type { Delivered } from '@app/bus';
import { DocumentChanged } from '@app/contracts/documents';
import { killPoint } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { CatalogService } from '../../judgment/catalog/catalog.service';
import { Target, TargetMap, activeTargets } from '../../judgment/catalog/target';
import { EffectiveJudgment } from '../../judgment/definition/judgment';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { groupBy } from './group-by';
import { laneOfCause, rankOf } from './lane';
import { Wanted } from './pending';
import { PendingQueue } from './pending-queue';

/** Queues the answers that documents has invalidated. */
@Injectable()
export class PendingHandler {
  constructor(
    private readonly queue: PendingQueue,
    private readonly namespaces: NamespaceStore,
    private readonly catalog: CatalogService,
  ) {}

  /** One upsert for a batch of facts. A fact that comes twice finds its row, or judges a context that has not changed. */
  async applyChange(batch: Delivered<DocumentChanged>[]): Promise<void> {
    const facts = batch.map(({ payload }) => payload);
    const namespaceIds = await this.namespaces.readIdsOf(facts);
    const judgmentsOf = await this.readJudgmentsOf(facts);
    const wanted = batch.flatMap(({ payload, traceparent }, i) =>
      wantedOf(payload, namespaceIds[i], traceparent ?? null, judgmentsOf(payload)),
    );
    if (wanted.length === 0) return;
    await this.queue.add(wanted);
    await killPoint('judgments.pending.after-commit');
  }

  /** The judgments that facts name, read once a namespace. */
  private async readJudgmentsOf(
    facts: readonly DocumentChanged[],
  ): Promise<(fact: DocumentChanged) => TargetMap<EffectiveJudgment>> {
    const keyOf = ({ organization, namespace }: DocumentChanged): string => `${organization}\n${namespace}`;
    const found = new Map<string, TargetMap<EffectiveJudgment>>();
    for (const [key, group] of groupBy(facts, keyOf)) {
      const ids = group.flatMap(({ sets }) => sets.flat());
      found.set(key, await this.catalog.readInForce(group[0], activeTargets(ids)));
    }
    return (fact) => found.get(keyOf(fact))!;
  }
}

function wantedOf(
  { documents, sets, cause, changed_at }: DocumentChanged,
  namespaceId: string,
  traceparent: string | null,
  judgments: TargetMap<EffectiveJudgment>,
): Wanted[] {
  const lane = rankOf(laneOfCause(cause));
  const isInterval = cause === 'interval';
  // An elapsed interval is no burst of changes, a fan-out has waited for more changes before its walk, and an answer about
  // the same document has waited for the end of its own debounce.
  const isDue = isInterval || cause === 'fanout' || cause === 'upstream';
  return documents.flatMap(({ id: document, version, set }) =>
    sets[set].flatMap((judgmentId): Wanted[] => {
      const target: Target = { judgmentId, targetVersion: null };
      const judgment = judgments.get(target);
      if (!judgment || judgment.archived) return [];
      const { debounce_ms, max_wait_ms } = judgment.freshness;
      return [
        {
          namespaceId,
          document,
          ...target,
          lane,
          traceparent,
          documentVersion: version,
          wantedVersion: 0,
          changes: 1,
          debounceMs: isDue ? 0 : debounce_ms,
          maxWaitMs: max_wait_ms,
          renewAt: isInterval ? new Date(changed_at) : null,
        },
      ];
    }),
  );
}
