import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { NamespaceRef } from '@app/contracts';
import { readNamespaceState } from '@app/contracts/documents';
import { isTemplate } from '@app/definition';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';

/** Refuses writes to a namespace that is being deleted: the deletion would take them away. */
@Injectable()
export class NamespaceGate {
  constructor(@Inject(BUS) private readonly bus: Pick<Bus, 'requester'>) {}

  /**
   * Lets a write pass when its namespace exists and stays; a template prefix always passes.
   * @throws Problem `conflict`, reason `deleting`; `not_found` without the namespace; `unavailable` when documents does not
   *   answer
   */
  async assertWritable({ organization, namespace }: NamespaceRef, call: Call): Promise<void> {
    if (isTemplate(namespace)) return;
    const { exists, deleting } = await this.bus.requester.ask(
      readNamespaceState,
      { organization, namespace },
      call.hop(),
    );
    if (deleting) {
      throw new Problem('conflict', `\`${namespace}\` is being deleted; write to it when its job has ended.`, {
        reason: 'deleting',
      });
    }
    if (!exists) {
      throw new Problem('not_found', `There is no namespace \`${namespace}\`; a first write or a create makes it.`);
    }
  }
  /**
   * Which documents the namespace does not have.
   * @param documents at most 1,000
   * @throws Problem `unavailable` when documents does not answer
   */
  async readAbsent({ organization, namespace }: NamespaceRef, documents: string[], call: Call): Promise<Set<string>> {
    if (documents.length === 0) return new Set();
    const query = { organization, namespace, documents };
    // An earlier build of documents does not say it.
    const { absent = [] } = await this.bus.requester.ask(readNamespaceState, query, call.hop());
    return new Set(absent);
  }
}
