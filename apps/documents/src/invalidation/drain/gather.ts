import { DocumentChanged, StaleBy } from '@app/contracts/documents';
import { idOfKey } from '../../document/join-key';
import { InboxRow } from './inbox.store';

/** Documents that related changes concern by their id, each with the related document that changed last; null where it is not known. */
export type GatheredDocuments = ReadonlyMap<string, StaleBy | null>;

/** The changes that concern documents by their id, by judgment. */
export function gatheredBy(changes: readonly InboxRow[]): Map<string, GatheredDocuments> {
  const gathered = new Map<string, Map<string, StaleBy | null>>();
  for (const change of changes) {
    const id = idOfKey(change.key);
    if (id === null) continue;
    const known = gathered.get(change.judgment_id) ?? new Map<string, StaleBy | null>();
    gathered.set(change.judgment_id, known.set(id, staleByOf(change)));
  }
  return gathered;
}

function staleByOf({ relation, document, changed_at: at }: InboxRow): StaleBy | null {
  return relation === null || document === null ? null : { relation, document, changed_at: at.toISOString() };
}

/** Collects by document the judgments whose answers are wanted, for one fact about all of them. */
export class WantedSets {
  private readonly judgments = new Map<string, string[]>();

  add(judgmentId: string, ids: readonly string[]): void {
    for (const id of ids) this.judgments.set(id, [...(this.judgments.get(id) ?? []), judgmentId]);
  }

  /** @param versions by document id. @returns null when no answer is wanted */
  fact(versions: ReadonlyMap<string, string>): Pick<DocumentChanged, 'sets' | 'documents'> | null {
    if (this.judgments.size === 0) return null;
    const sets = new Map<string, { index: number; judgments: string[] }>();
    const documents = [...this.judgments].map(([id, judgments]) => {
      const key = judgments.join(' ');
      const set = sets.get(key) ?? { index: sets.size, judgments };
      sets.set(key, set);
      return { id, version: Number(versions.get(id)), set: set.index };
    });
    return { sets: [...sets.values()].map(({ judgments }) => judgments), documents };
  }
}
