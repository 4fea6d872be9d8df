import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { UsageView } from '@app/contracts';
import { Judge, Judged, RecordedAnswer } from '@app/contracts/judgments';
import { currentTraceparent } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { takeUnreportedCosts } from '../../answer/answer.store';
import { readNamedAnswers } from '../../answer/named-answers.store';
import { CatalogService } from '../../judgment/catalog/catalog.service';
import { activeTargets } from '../../judgment/catalog/target';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { dropRefusedRows } from '../pending/dequeue.store';
import { onRead } from '../pending/lane';
import { Wanted } from '../pending/pending';
import { WaiterQueue } from './waiter-queue';
import { usageOf } from './usage';
import { Waiter } from './waiter';
import { WaiterPoll } from './waiter-poll';
import { Waiters } from './waiters';

/** Kept of the deadline for the reply. */
const replyMs = 100;

/** Judges for a reader who waits: queues in the best lane and replies with what was recorded by the deadline. */
@Injectable()
export class JudgeService {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly namespaces: NamespaceStore,
    private readonly catalog: CatalogService,
    private readonly queue: WaiterQueue,
    private readonly waiters: Waiters,
    private readonly poll: WaiterPoll,
  ) {}

  async judge(query: Judge, call: Call): Promise<Judged> {
    const namespaceId = await this.namespaces.readIdOf(query);
    const wanted = wantedBy(query, namespaceId, currentTraceparent() ?? null);
    const waiter = new Waiter(namespaceId, query.documents, wanted, query.again_at);
    const keys = waiter.keys();
    if (await this.namespaces.isPaused(namespaceId)) {
      for (const key of keys) waiter.refuse(key, 'budget_exceeded');
      await dropRefusedRows(this.db, wanted);
      return toJudged(waiter, [], usageOf([]));
    }
    this.waiters.enter(waiter);
    try {
      const queuedAt = await this.queue.add(wanted);
      await this.poll.wait(waiter, queuedAt, call.deadlineAtMs - replyMs);
    } finally {
      this.waiters.leave(waiter, keys);
    }
    // Before the usage: costs that were taken for a reply that then fails are reported by no other one.
    const named = await readNamedAnswers(this.db, namespaceId, waiter.answers);
    return toJudged(waiter, named, await this.readUsageOf(query, waiter));
  }

  /** Of several readers of one answer, the first to be answered gets its cost, whichever replica judged it. */
  private async readUsageOf(query: Judge, { namespaceId, answers }: Waiter): Promise<UsageView> {
    const costs = await takeUnreportedCosts(this.db, namespaceId, answers);
    if (costs.length === 0) return usageOf([]);
    const judgments = await this.catalog.readInForce(query, activeTargets(query.judgments));
    const nameOf = (judgmentId: string) => judgments.get({ judgmentId, targetVersion: null })?.name ?? judgmentId;
    return usageOf(costs.map((cost) => ({ ...cost, judgmentName: nameOf(cost.judgmentId) })));
  }
}

/** The rows for the answers that a reader wants: one for each judgment that each document names. */
function wantedBy(
  { documents, judgments, again_at }: Judge,
  namespaceId: string,
  traceparent: string | null,
): Wanted[] {
  return documents.flatMap(({ id: document, version, wanted }) =>
    judgments
      .filter((judgmentId) => wanted[judgmentId] !== undefined)
      .map((judgmentId) => ({
        namespaceId,
        document,
        judgmentId,
        traceparent,
        documentVersion: version,
        wantedVersion: wanted[judgmentId],
        changes: 0,
        lane: onRead,
        debounceMs: 0,
        maxWaitMs: 0,
        renewAt: again_at === undefined ? null : new Date(again_at),
      })),
  );
}

/** @param named answers that a `same` of the reply names: the fact that carries one may not have arrived at the reader yet */
function toJudged(waiter: Waiter, named: readonly RecordedAnswer[], usage: UsageView): Judged {
  const late = waiter.missing.map((row) => ({ ...row, reason: 'late' as const }));
  return {
    answers: [...waiter.answers, ...named],
    refused: [...waiter.refused, ...late].map(({ document, judgmentId, reason }) => ({
      document,
      judgment_id: judgmentId,
      reason,
    })),
    usage,
  };
}
