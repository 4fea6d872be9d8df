import { DocumentChanged } from '@app/contracts/documents';
import { idOfKey } from '../../document/join-key';
import { InboxRow } from './inbox.store';

/** The changes of a judgment that concern documents by their id: the ids, each once. */
export function gatheredIds(changes: readonly InboxRow[]): Map<string, string[]> {
  const ids = new Map<string, Set<string>>();
  for (const { judgment_id: judgmentId, key } of changes) {
    const id = idOfKey(key);
    if (id === null) continue;
    const known = ids.get(judgmentId) ?? new Set();
    ids.set(judgmentId, known.add(id));
  }
  return new Map([...ids].map(([judgmentId, set]) => [judgmentId, [...set]]));
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
