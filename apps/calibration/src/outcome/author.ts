import { OutcomeAuthor } from '@app/contracts/calibration';

/** Authors that are no caller: a rule of the judgment, and a window that ended without an outcome. */
export const ruleAuthor = 'rule';
export const implicitAuthor = 'implicit';

/** SQL: whether an author is a person or a key, and so says something of its own. */
export const isLabeller = (author: string) => `(starts_with(${author}, 'user:') or starts_with(${author}, 'key:'))`;

/**
 * The part of an outcome's identity by which two people label the same answer beside each other. A key stands for no person: what
 * it posts again replaces what any key has posted.
 * @param actor of the caller, `user:<id>` or `key:<id>`
 */
export function personOf(actor: string): string | null {
  return actor.startsWith('user:') ? actor : null;
}

/** An author as the API shows it; null for an outcome from before authors were kept. A name is never stored. */
export function authorView(author: string | null): OutcomeAuthor | null {
  if (author === null) return null;
  if (author === ruleAuthor || author === implicitAuthor) return { type: author, id: null };
  const [kind, ...id] = author.split(':');
  return { type: kind === 'user' ? 'user' : 'key', id: id.join(':') };
}
