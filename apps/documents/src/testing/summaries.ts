import type { DocumentView, GroupBody, SummaryBody, SummaryView } from '@app/contracts/documents';
import type { EventRaised } from '@app/contracts/events';
import type { DocumentsHarness } from './documents-harness';
import { putGroup } from './groups';

/** A group of orders, and the edges with which summaries publish it. */
export const orderCounts: GroupBody = { key: 'attributes.seller', aggregates: { orders: { aggregate: 'count' } } };
export const orderBands: SummaryBody['bands'] = { by_seller: { orders: [6, 10] } };

/** The calls of a spec of summaries in one organization. */
export class Summaries {
  constructor(
    readonly harness: DocumentsHarness,
    readonly organization: string,
  ) {}

  /** Tenants under a prefix that have so many orders of one seller. */
  async makeTenants(prefix: string, names: readonly string[], orders = 6): Promise<void> {
    for (const name of names) {
      const upsert = Array.from({ length: orders }, (_, n) => ({ id: `o${n}`, attributes: { seller: 'busy' } }));
      await this.harness.write(this.organization, `${prefix}/${name}`, { upsert });
    }
  }

  async putGroup(prefix: string, group = orderCounts): Promise<void> {
    await putGroup(this.harness, this.organization, prefix, 'by_seller', group);
  }

  async put(prefix: string, into: string, others: Partial<SummaryBody> = {}): Promise<SummaryView> {
    const summary = { into, groups: ['by_seller'], bands: orderBands, ...others };
    const call = this.harness.call(this.organization);
    const { body } = await this.harness.summaries.put({ namespace: prefix, summary }, call);
    return (JSON.parse(body) as { summary: SummaryView }).summary;
  }

  get(prefix: string): Promise<SummaryView> {
    return this.harness.summaries.get({ namespace: prefix }, this.harness.call(this.organization));
  }

  async delete(prefix: string): Promise<void> {
    await this.harness.summaries.delete({ namespace: prefix }, this.harness.call(this.organization));
  }

  /** Counts, and sweeps every summary as if an hour had passed. */
  async sweep(): Promise<void> {
    await this.harness.countGroups();
    await this.harness.database.query('update summary set next_at = app.now(), lease_until = null');
    await this.sweepDue();
  }

  /** Sweeps the summaries that are due. */
  async sweepDue(): Promise<void> {
    while (await this.harness.summaryWorker.turn());
  }

  async documents(namespace: string): Promise<DocumentView[]> {
    const query = { include: ['attributes', 'state'] };
    return (await this.harness.query(this.organization, namespace, query)).documents as DocumentView[];
  }

  async document(namespace: string, id: string): Promise<DocumentView> {
    return (await this.documents(namespace)).find((one) => one.id === id)!;
  }

  async ids(namespace: string): Promise<string[]> {
    return (await this.documents(namespace)).map(({ id }) => id);
  }

  /** What the events of failures say, oldest first. */
  async failures(): Promise<object[]> {
    const subject = 'platform.event.raised.namespace.summary_failed%';
    const events = await this.harness.published<EventRaised>(this.organization, subject);
    return events.map(({ data }) => data);
  }
}
