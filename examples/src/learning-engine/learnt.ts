import { HeadReader, contextKey, foldOf, type Features } from '@app/learning';
import type { Training } from './training';

/** Finds the heads of a question asked in a namespace. */
export class Learnt {
  private readonly judgments = new Map<string, { where: string; readers: HeadReader[] }[]>();

  constructor(readonly training: Training) {
    for (const { question, where, heads } of training.judgments) {
      const known = this.judgments.get(question) ?? [];
      known.push({ where, readers: heads.map((head) => new HeadReader(head)) });
      // A namespace of its own goes before a template, and a longer template before a shorter one.
      known.sort(
        (a, b) => Number(a.where.endsWith('*')) - Number(b.where.endsWith('*')) || b.where.length - a.where.length,
      );
      this.judgments.set(question, known);
    }
  }

  /** @returns the probabilities of the classes, or null where nothing was learnt for this question */
  read(asked: {
    organization: string;
    namespace: string;
    question: string;
    context: string;
    features: () => Features;
    base: readonly number[];
  }): Float64Array | null {
    if (asked.organization !== this.training.organization) return null;
    const found = this.judgments.get(asked.question)?.find(({ where }) => covers(where, asked.namespace));
    // The head that never saw the fold of this context.
    return found?.readers[foldOf(contextKey(asked.context))].read(asked.features(), asked.base) ?? null;
  }
}

/** Whether a namespace is the one, or one below the template prefix `a/b/*`. */
function covers(where: string, namespace: string): boolean {
  return where.endsWith('*') ? namespace.startsWith(where.slice(0, -1)) : where === namespace;
}
