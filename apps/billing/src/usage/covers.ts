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
