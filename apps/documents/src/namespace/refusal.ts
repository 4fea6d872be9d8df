import type { NamespaceRef } from '@app/contracts';
import { Problem } from '@app/problem';

export function noNamespace({ namespace }: NamespaceRef): Problem {
  return new Problem('not_found', `There is no namespace \`${namespace}\`; a first write or a create makes it.`);
}

/** @throws Problem `conflict`, reason `deleting` */
export function assertWritable({ deleting }: { deleting: boolean }): void {
  if (!deleting) return;
  const message = 'The namespace is being deleted; write when its job has ended.';
  throw new Problem('conflict', message, { reason: 'deleting' });
}
