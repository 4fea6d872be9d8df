import { BUS, DATABASE } from '@app/boot';
import { Bus, Call } from '@app/bus';
import type { NamespaceRef } from '@app/contracts';
import { DocumentAttributes, readAttributes } from '@app/contracts/documents';
import { killPoint, type Queryable } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { UnreadLabel, keepAttributes, readUnread } from './attribute.store';

/** Labels of one turn, and documents of one request. */
const batchSize = 500;

/**
 * Keeps with each label the attributes that its document has then, so that a report can be read by one of them. It does so within
 * seconds of the binding, for labels of every source, and no post waits for it.
 */
@Injectable()
export class AttributeWorker {
  constructor(
    @Inject(DATABASE) private readonly database: Queryable,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
  ) {}

  /**
   * Reads the attributes of a batch of labels. A namespace that cannot be read does not keep the others of the batch from theirs.
   * @returns whether there may be more
   * @throws AggregateError when some could not be read, so that the worker waits before it tries again
   */
  async turn(): Promise<boolean> {
    const labels = await readUnread(this.database, batchSize);
    const failures: unknown[] = [];
    for (const group of byNamespace(labels)) await this.keep(group).catch((error: unknown) => failures.push(error));
    if (failures.length > 0)
      throw new AggregateError(failures, `attributes of ${failures.length} namespaces were not read`);
    return labels.length === batchSize;
  }

  private async keep(group: readonly UnreadLabel[]): Promise<void> {
    const found = await this.read(group);
    await killPoint('calibration.attribute.before-write');
    await keepAttributes(this.database, group, found);
  }

  /** Attributes of the labels' documents, of one namespace. @throws Problem `unavailable` when documents does not answer */
  private async read(group: readonly UnreadLabel[]): Promise<Map<string, DocumentAttributes['attributes']>> {
    const [{ organization, namespace }] = group;
    const ids = [...new Set(group.map(({ document }) => document))];
    const query = { organization, namespace, ids };
    const { documents } = await this.bus.requester.ask(readAttributes, query, Call.within());
    return new Map(documents.map(({ id, attributes }) => [id, attributes]));
  }
}

function byNamespace<Label extends NamespaceRef>(labels: readonly Label[]): Label[][] {
  const groups = new Map<string, Label[]>();
  for (const label of labels) {
    const key = JSON.stringify([label.organization, label.namespace]);
    const group = groups.get(key) ?? [];
    group.push(label);
    groups.set(key, group);
  }
  return [...groups.values()];
}
