import { printInline } from '../rendering/scalar';
import { type Selected, selectFields } from '../selection/selection';
import { countUpTo, lengthOfTokens } from '../token/token-count';
import type { RelatedDocument } from './related';

/** A related document as one line of text. */
export interface Description {
  /** Empty when the document has a value at none of the paths. */
  text: string;
  /** Exact number of tokens of `text` in o200k_base. */
  tokens: number;
  /** Whether the text goes on. */
  cut: boolean;
}

/** Longer texts are cut before their tokens are counted; a token has seldom more characters than 16. */
const charactersPerToken = 16;
const more = '…';

/**
 * Describes a related document by the values at some paths: `name: "Ann"; tags: "a", "b"`, in the order of the paths. The
 * root of a path is left out.
 * @param maxTokens at least 2; a longer text ends in `…`
 */
export function describeRelated(item: RelatedDocument, paths: readonly string[], maxTokens: number): Description {
  const values = new Map<string, string[]>();
  for (const path of paths) collect(selectFields(item, [path]), values);
  const whole = [...values].map(([path, texts]) => `${labelOf(path)}: ${texts.join(', ')}`).join('; ');
  const text = whole.slice(0, maxTokens * charactersPerToken);
  const tokens = countUpTo(text, maxTokens);
  if (tokens <= maxTokens && text === whole) return { text, tokens, cut: false };
  const short = `${text.slice(0, lengthOfTokens(text, maxTokens - 1)).trimEnd()}${more}`;
  return { text: short, tokens: countUpTo(short, Infinity), cut: true };
}

function collect(node: Selected, values: Map<string, string[]>): void {
  if (node.kind === 'members') return node.members.forEach(([, member]) => collect(member, values));
  if (node.kind === 'items') return node.items.forEach((item) => collect(item, values));
  const known = values.get(node.path) ?? [];
  values.set(node.path, known);
  known.push(printInline(node.value));
}

function labelOf(path: string): string {
  return path.replace(/^(?:attributes|state)\./, '');
}
