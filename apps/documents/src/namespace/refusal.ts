import type { NamespaceRef } from '@app/contracts';
import { Problem } from '@app/problem';

export function noNamespace({ namespace }: NamespaceRef): Problem {
  return new Problem('not_found', `There is no namespace \`${namespace}\`; a first write or a create makes it.`);
}
