import { documentOf } from '../load/documents';
import { load } from '../load/load';
import { judgmentOf } from '../stack/loading';
import { pathOf, until } from '../stack/client';
import { StackSite } from '../stack/site';
import { Cost, Ledger } from './ledger';
import { Operation, judgment, operationsOf } from './operations';

const batch = 1000;
const batchesAtOnce = 4;
const walkLimitS = 1800;
const deletionLimitS = 3600;
const subscription = 'capacity';

export interface OperationFigures {
  p50Ms: number;
  /** CPU of all processes but the load generator, a request. */
  cpuMs: number;
  postgresMs: number;
}

/** One namespace that grows from size to size. */
export class GrowingNamespace {
  /** Documents that it holds. */
  documents = 0;
  private walks = 0;

  constructor(
    private readonly site: StackSite,
    readonly name: string,
    readonly ledger: Ledger,
  ) {}

  /** Makes it, with a judgment that nothing judges until someone asks, and a subscription. */
  async create(): Promise<void> {
    const { client } = this.site;
    await client.call('POST', '/namespaces', { name: this.name });
    const manual = { ...judgmentOf(judgment, 'state.text', 0), freshness: { policy: 'manual' } };
    await client.call('POST', `${pathOf(this.name)}/judgments`, manual);
    await this.changeSubscription();
  }

  /** Writes documents by 1,000, four requests at once, until it holds so many. */
  growTo(documents: number): Promise<Cost> {
    return this.ledger.costOf(async () => {
      const path = `${pathOf(this.name)}/documents`;
      const writer = async (): Promise<void> => {
        while (this.documents < documents) {
          const from = this.documents;
          this.documents = Math.min(from + batch, documents);
          const upsert = Array.from({ length: this.documents - from }, (_, k) => documentOf(from + k));
          await this.site.client.call('POST', path, { upsert });
        }
      };
      await Promise.all(Array.from({ length: batchesAtOnce }, writer));
    });
  }

  /** Fills it, while it is empty, with copies of another one's documents. */
  async copyFrom({ name }: GrowingNamespace, documents: number): Promise<void> {
    await this.ledger.copyDocuments(name, this.name, documents);
    this.documents = documents;
    // The documents did not come by writes, so a walk finds those that the subscription has.
    await this.changeSubscription();
  }

  /** One client that sends without pause for so many seconds. @param seed another one asks for other documents */
  async measure(operation: Operation, seconds: number, seed: number): Promise<OperationFigures> {
    const shots = operationsOf(this.name, this.documents, seed);
    let sent = 0;
    let p50Ms = 0;
    const cost = await this.ledger.costOf(async () => {
      const result = await load(this.site.own, 1, seconds, (n) => {
        sent = n + 1;
        return shots[operation](n);
      });
      p50Ms = result.p50Ms;
    });
    return { p50Ms, cpuMs: (1000 * cost.cpu) / sent, postgresMs: (1000 * cost.postgres) / sent };
  }

  /** Puts a subscription with another filter, which one document in a hundred meets, until all have been walked over. */
  changeSubscription(): Promise<Cost> {
    this.walks += 1;
    return this.ledger.costOf(async () => {
      const filter = { 'attributes.total': { lt: 10 + this.walks } };
      await this.site.client.call('PUT', `${pathOf(this.name)}/subscriptions/${subscription}`, { filter });
      await until(async () => (await this.ledger.openWalks()) === 0, walkLimitS);
    });
  }

  /** Deletes it with all that it holds. */
  delete(): Promise<Cost> {
    return this.ledger.costOf(async () => {
      const { client } = this.site;
      const { id } = await client.call<{ id: string }>('DELETE', pathOf(this.name));
      await until(async () => {
        const { status } = await client.call<{ status: string }>('GET', `/jobs/${id}`);
        if (status === 'failed') throw new Error(`the job ${id} failed`);
        return status === 'done';
      }, deletionLimitS);
    });
  }
}
