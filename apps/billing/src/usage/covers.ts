import { scopeConditions } from '@app/contracts';

/**
 * The six parameters of a statement by which a name counts that both the scope and the prefix cover: for each of the two
 * whether it covers every name, the one name that it covers, and the text with which names that it covers begin.
 */
export function coverValues(scope: string, prefix = '*'): unknown[] {
  return [scope, prefix].flatMap((pattern) => {
    const { all, exact, under } = scopeConditions(pattern);
    return [all, exact, under];
  });
}

/** The least range of names, from one on and before another, that holds those that both cover. */
export function rangeValues(scope: string, prefix = '*'): [from: string, before: string] {
  const ranges = [scope, prefix].map((pattern) => {
    const { exact, under } = scopeConditions(pattern);
    // No name has a character from `~` on.
    return { from: exact ?? under ?? '', before: `${under ?? exact ?? ''}~` };
  });
  const [{ from, before }, other] = ranges;
  return [from > other.from ? from : other.from, before < other.before ? before : other.before];
}

/** A text with no name between it and another, in front of which it is. */
export function justBefore(name: string): string {
  if (name === '') return '';
  const last = name.length - 1;
  return `${name.slice(0, last)}${String.fromCharCode(name.charCodeAt(last) - 1)}~`;
}
