import type { FetchedDocument } from '@app/contracts/documents';
import type { RecordedAnswer } from '@app/contracts/judgments';
import { Injectable } from '@nestjs/common';
import { PendingKey, isPreJudged } from '../pending/pending';
import { RefusalReason, Waiter, keyOf } from './waiter';

/**
 * The readers that wait in this process, and the documents that they brought along. Readers wait for active versions only,
 * so rows of pre-judged versions concern none of them.
 */
@Injectable()
export class Waiters {
  private readonly byKey = new Map<string, Set<Waiter>>();
  private readonly documents = new Map<string, Set<FetchedDocument>>();

  enter(waiter: Waiter): void {
    for (const key of waiter.keys()) add(this.byKey, key, waiter);
    for (const document of waiter.documents)
      add(this.documents, documentKey(waiter.namespaceId, document.id), document);
  }

  leave(waiter: Waiter, keys: readonly string[]): void {
    for (const key of keys) remove(this.byKey, key, waiter);
    for (const document of waiter.documents) {
      remove(this.documents, documentKey(waiter.namespaceId, document.id), document);
    }
  }

  /** The latest version of a document that a waiting reader brought. */
  documentOf(namespaceId: string, id: string): FetchedDocument | undefined {
    const brought = [...(this.documents.get(documentKey(namespaceId, id)) ?? [])];
    return brought.sort((a, b) => b.version - a.version)[0];
  }

  /** Hands an answer of an active version to the readers that wait for it. */
  deliver(namespaceId: string, answer: RecordedAnswer): void {
    const key = keyOf(namespaceId, { document: answer.document, judgmentId: answer.judgment_id });
    this.byKey.get(key)?.forEach((waiter) => waiter.take(key, answer));
  }

  refuse(namespaceId: string, rows: readonly PendingKey[], reason: RefusalReason): void {
    this.each(namespaceId, rows, (waiter, key) => waiter.refuse(key, reason));
  }

  /** Documents or judgments are gone: readers get no answer for these rows, and no refusal. */
  forget(namespaceId: string, rows: readonly PendingKey[]): void {
    this.each(namespaceId, rows, (waiter, key) => waiter.close(key));
  }

  private each(namespaceId: string, rows: readonly PendingKey[], visit: (waiter: Waiter, key: string) => void): void {
    for (const row of rows) {
      if (isPreJudged(row)) continue;
      const key = keyOf(namespaceId, row);
      this.byKey.get(key)?.forEach((waiter) => visit(waiter, key));
    }
  }
}

function documentKey(namespaceId: string, document: string): string {
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
