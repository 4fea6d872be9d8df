import { Call } from '@app/bus';
import { Judge, Judged, UsageView } from '@app/contracts';
import { currentTraceparent } from '@app/observability';
import { roundUsd } from '@app/rating';
import { Injectable } from '@nestjs/common';
import { AnswerStore } from '../answer/answer.store';
import { JudgingService } from '../judging/judging.service';
import { Recorded } from '../judging/outcome';
import { NamespaceStore } from '../namespace/namespace.store';
import { onRead } from '../pending/lane';
import { Wanted, keyOf } from '../pending/pending';
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
    private readonly judging: JudgingService,
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
      return toJudged(waiter);
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
    return toJudged(waiter);
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
      for (const answer of await this.answers.recordedSince(waiter.namespaceId, waiter.missing, since)) {
        waiter.take(keyOf(waiter.namespaceId, { document: answer.document, judgmentId: answer.judgment_id }), answer);
      }
    }
  }
}

function toJudged(waiter: Waiter): Judged {
  const late = waiter.missing.map((row) => ({ ...row, reason: 'late' as const }));
  return {
    answers: waiter.answers,
    refused: [...waiter.refused, ...late].map(({ document, judgmentId, reason }) => ({
      document,
      judgment_id: judgmentId,
      reason,
    })),
    usage: usageOf(waiter.billed),
  };
}

/** What was billed, summed by the judgments' names. */
export function usageOf(
  billed: readonly Pick<Recorded, 'answer' | 'judgmentName' | 'tokens' | 'costUsd'>[],
): UsageView {
  const usage: UsageView = { judgment_units: 0, tokens: 0, cost_usd: 0, by_judgment: {} };
  for (const { answer, judgmentName, tokens, costUsd } of billed) {
    if (answer.units === 0) continue;
    usage.judgment_units += answer.units;
    usage.tokens += tokens;
    usage.cost_usd += costUsd;
    usage.by_judgment[judgmentName] = (usage.by_judgment[judgmentName] ?? 0) + answer.units;
  }
  return { ...usage, cost_usd: roundUsd(usage.cost_usd.toFixed(12)) };
}
