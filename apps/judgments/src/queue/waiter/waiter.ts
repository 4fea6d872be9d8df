import type { FetchedDocument } from '@app/contracts/documents';
import type { RecordedAnswer } from '@app/contracts/judgments';
import type { AnswerKey } from '../../answer/answer';

export type RefusalReason = 'budget_exceeded' | 'engine_unavailable';

/** An answer that a reader expects: one that has seen the wanted version or a later one. */
export type Expected = AnswerKey & { wantedVersion: number };

/** Identifies an answer among those of all namespaces. */
export function keyOf(namespaceId: string, { document, judgmentId }: AnswerKey): string {
  return `${namespaceId}\n${judgmentId}\n${document}`;
}

/** One reader who waits for answers of one namespace. */
export class Waiter {
  readonly answers: RecordedAnswer[] = [];
  readonly refused: (AnswerKey & { reason: RefusalReason })[] = [];
  private readonly open = new Map<string, Expected>();
  private settle: () => void = () => undefined;
  /** Resolves when nothing more is expected. */
  readonly settled = new Promise<void>((resolve) => (this.settle = resolve));

  constructor(
    readonly namespaceId: string,
    readonly documents: readonly FetchedDocument[],
    expected: readonly Expected[],
    /** RFC 3339: the reader wants answers that were judged from this moment on. Left out: those that have seen enough. */
    private readonly againAt?: string,
  ) {
    for (const one of expected) this.open.set(keyOf(namespaceId, one), one);
    if (this.open.size === 0) this.settle();
  }

  get missing(): Expected[] {
    return [...this.open.values()];
  }

  keys(): string[] {
    return [...this.open.keys()];
  }

  /** Takes a failure, or an answer that has seen enough. */
  take(key: string, answer: RecordedAnswer): void {
    const expected = this.open.get(key);
    if (!expected || (answer.failure === null && (answer.seen < expected.wantedVersion || this.isBefore(answer))))
      return;
    this.answers.push(answer);
    if (answer.failure === 'engine_unavailable') this.refused.push({ ...expected, reason: 'engine_unavailable' });
    this.close(key);
  }

  /** Whether an answer was made, or was found to stand, by a claim from before the reader asked again. */
  private isBefore({ same, judged_at }: RecordedAnswer): boolean {
    return this.againAt !== undefined && (same || judged_at < this.againAt);
  }

  refuse(key: string, reason: RefusalReason): void {
    const expected = this.open.get(key);
    if (expected) this.refused.push({ ...expected, reason });
    this.close(key);
  }

  /** Expects an answer no longer: its document or judgment is gone. */
  close(key: string): void {
    this.open.delete(key);
    if (this.open.size === 0) this.settle();
  }
}
