import { Call } from '@app/bus';
import { Judge, Judged, UsageView } from '@app/contracts';
import { currentTraceparent } from '@app/observability';
import { roundUsd } from '@app/rating';
import { Injectable } from '@nestjs/common';
import { AnswerStore } from '../answer/answer.store';
import { CatalogService } from '../catalog/catalog.service';
import { JudgingService } from '../judging/judging.service';
import { NamespaceStore } from '../namespace/namespace.store';
import { onRead } from '../pending/lane';
import { AnswerKey, Wanted, keyOf } from '../pending/pending';
import { PendingStore } from '../pending/pending.store';
import { QueueingService } from './queueing.service';
import { Waiter, Waiting } from './waiting';

const pollMs = 250;
/** Left of the deadline for the reply's way back. */
const replyMs = 100;

/** Judging for a reader who waits: queue at once in the best lane, and answer what was recorded by the deadline. */
@Injectable()
export class JudgeService {
  constructor(
    private readonly namespaces: NamespaceStore,
    private readonly queueing: QueueingService,
    private readonly waiting: Waiting,
    private readonly answers: AnswerStore,
    private readonly catalog: CatalogService,
    private readonly judging: JudgingService,
    private readonly pending: PendingStore,
  ) {}

  async judge(query: Judge, call: Call): Promise<Judged> {
    const { organization, namespace, documents, judgments } = query;
    const namespaceId = await this.namespaces.idOf(organization, namespace);
    const expected = documents.flatMap(({ id, version, wanted }) =>
      judgments
        .filter((judgmentId) => wanted[judgmentId] !== undefined)
        .map((judgmentId) => ({ document: id, judgmentId, wanted: wanted[judgmentId], version })),
    );
    const waiter = new Waiter(namespaceId, documents, expected);
    const keys = waiter.keys();
    if (await this.namespaces.isPaused(namespaceId)) {
      for (const key of keys) waiter.refuse(key, 'budget_exceeded');
      return toJudged(waiter, usageOf([]));
    }
    const traceparent = currentTraceparent() ?? null;
    const wanted = expected.map((one): Wanted => ({
      ...one,
      namespaceId,
      lane: onRead,
      debounceMs: 0,
      maxWaitMs: 0,
      touches: 0,
      traceparent,
    }));
    this.waiting.enter(waiter);
    try {
      const queuedAt = await this.queueing.queue(wanted);
      this.judging.wake();
      await this.wait(waiter, queuedAt, call.deadlineAtMs - replyMs);
    } finally {
      this.waiting.leave(waiter, keys);
    }
    return toJudged(waiter, await this.billed(query, waiter));
  }

  /** One question is billed once: to the reader who is answered first, whichever replica judged it. */
  private async billed({ organization, namespace, judgments }: Judge, waiter: Waiter): Promise<UsageView> {
    const told = await this.answers.tell(waiter.namespaceId, waiter.answers);
    if (told.length === 0) return usageOf([]);
    const inForce = await this.catalog.inForce(organization, namespace, judgments);
    return usageOf(told.map((one) => ({ ...one, judgmentName: inForce.get(one.judgmentId)?.name ?? one.judgmentId })));
  }

  /** Told by this process's recorder; what another replica records is found by asking the heads. */
  private async wait(waiter: Waiter, since: Date, untilMs: number): Promise<void> {
    let isSettled = false;
    void waiter.settled.then(() => (isSettled = true));
    while (!isSettled && Date.now() < untilMs) {
      let timer: NodeJS.Timeout | undefined;
      const nap = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, Math.max(1, Math.min(pollMs, untilMs - Date.now())));
      });
      await Promise.race([waiter.settled, nap]);
      clearTimeout(timer);
      if (waiter.missing.length === 0) return;
      const refused = await this.refused(waiter);
      for (const answer of await this.answers.recordedSince(waiter.namespaceId, waiter.missing, since)) {
        waiter.take(keyOf(waiter.namespaceId, { document: answer.document, judgmentId: answer.judgment_id }), answer);
      }
      for (const row of refused) waiter.refuse(keyOf(waiter.namespaceId, row), 'budget_exceeded');
    }
  }

  /** What another replica was refused the money for: judging paused meanwhile, and nobody has it under way. */
  private async refused({ namespaceId, missing }: Waiter): Promise<AnswerKey[]> {
    return (await this.namespaces.isPaused(namespaceId)) ? this.pending.unclaimed(namespaceId, missing) : [];
  }
}

function toJudged(waiter: Waiter, usage: UsageView): Judged {
  const late = waiter.missing.map((row) => ({ ...row, reason: 'late' as const }));
  return {
    answers: waiter.answers,
    refused: [...waiter.refused, ...late].map(({ document, judgmentId, reason }) => ({
      document,
      judgment_id: judgmentId,
      reason,
    })),
    usage,
  };
}

/** What was billed, summed by the judgments' names. */
export function usageOf(
  billed: readonly { judgmentName: string; units: number; tokens: number; costUsd: number }[],
): UsageView {
  const usage: UsageView = { judgment_units: 0, tokens: 0, cost_usd: 0, by_judgment: {} };
  for (const { judgmentName, units, tokens, costUsd } of billed) {
    usage.judgment_units += units;
    usage.tokens += tokens;
    usage.cost_usd += costUsd;
    usage.by_judgment[judgmentName] = (usage.by_judgment[judgmentName] ?? 0) + units;
  }
  return { ...usage, cost_usd: roundUsd(usage.cost_usd.toFixed(12)) };
}
