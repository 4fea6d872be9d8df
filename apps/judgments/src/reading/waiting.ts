import type { FetchedDocument, RecordedAnswer } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import type { Recorded } from '../record/outcome';
import { AnswerKey, keyOf } from '../pending/pending';

export type RefusalReason = 'budget_exceeded' | 'engine_unavailable';

/** One reader who waits for answers of one namespace. */
export class Waiter {
  readonly answers: RecordedAnswer[] = [];
  readonly refused: (AnswerKey & { reason: RefusalReason })[] = [];
  private readonly open = new Map<string, AnswerKey & { wanted: number }>();
  private done: () => void = () => undefined;
  readonly settled = new Promise<void>((resolve) => (this.done = resolve));

  constructor(
    readonly namespaceId: string,
    readonly documents: readonly FetchedDocument[],
    expected: readonly (AnswerKey & { wanted: number })[],
  ) {
    for (const one of expected) this.open.set(keyOf(namespaceId, one), one);
    if (this.open.size === 0) this.done();
  }

  get missing(): (AnswerKey & { wanted: number })[] {
    return [...this.open.values()];
  }

  keys(): string[] {
    return [...this.open.keys()];
  }

  /** Takes an answer that has seen enough, or a failure. */
  take(key: string, answer: RecordedAnswer): void {
    const expected = this.open.get(key);
    if (!expected || (answer.failure === null && answer.seen < expected.wanted)) return;
    this.answers.push(answer);
    if (answer.failure === 'engine_unavailable') this.refused.push({ ...expected, reason: 'engine_unavailable' });
    this.close(key);
  }

  refuse(key: string, reason: RefusalReason): void {
    const expected = this.open.get(key);
    if (expected) this.refused.push({ ...expected, reason });
    this.close(key);
  }

  /** Nothing is to be expected any more. */
  close(key: string): void {
    this.open.delete(key);
    if (this.open.size === 0) this.done();
  }
}

/** Who waits for what in this process, and the documents that the waiting brought along. */
@Injectable()
export class Waiting {
  private readonly byKey = new Map<string, Set<Waiter>>();
  private readonly brought = new Map<string, Set<FetchedDocument>>();

  enter(waiter: Waiter): void {
    for (const key of waiter.keys()) add(this.byKey, key, waiter);
    for (const document of waiter.documents) add(this.brought, placeOf(waiter.namespaceId, document.id), document);
  }

  leave(waiter: Waiter, keys: readonly string[]): void {
    for (const key of keys) remove(this.byKey, key, waiter);
    for (const document of waiter.documents) remove(this.brought, placeOf(waiter.namespaceId, document.id), document);
  }

  /** The newest reading of a document that a waiter brought. */
  documentOf(namespaceId: string, id: string): FetchedDocument | undefined {
    const known = [...(this.brought.get(placeOf(namespaceId, id)) ?? [])];
    return known.sort((a, b) => b.version - a.version)[0];
  }

  tell(recorded: readonly Recorded[]): void {
    for (const one of recorded) {
      if (one.isAhead) continue;
      const key = keyOf(one.namespaceId, { document: one.answer.document, judgmentId: one.answer.judgment_id });
      for (const waiter of this.byKey.get(key) ?? []) waiter.take(key, one.answer);
    }
  }

  refuse(namespaceId: string, rows: readonly AnswerKey[], reason: RefusalReason): void {
    for (const row of rows) {
      const key = keyOf(namespaceId, row);
      this.byKey.get(key)?.forEach((waiter) => waiter.refuse(key, reason));
    }
  }

  /** Document or judgment is gone: there will be no answer, and nothing refuses it. */
  forget(namespaceId: string, rows: readonly AnswerKey[]): void {
    for (const row of rows) {
      const key = keyOf(namespaceId, row);
      this.byKey.get(key)?.forEach((waiter) => waiter.close(key));
    }
  }
}

function placeOf(namespaceId: string, document: string): string {
  return `${namespaceId}\n${document}`;
}

function add<T>(map: Map<string, Set<T>>, key: string, value: T): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}

function remove<T>(map: Map<string, Set<T>>, key: string, value: T): void {
  const set = map.get(key);
  set?.delete(value);
  if (set?.size === 0) map.delete(key);
}
