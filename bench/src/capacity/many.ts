import { documentOf, randomOf } from '../load/documents';
import { Shot, load } from '../load/load';
import { pathOf } from '../stack/client';
import { StackSite } from '../stack/site';
import { Cost, Ledger } from './ledger';
import { OperationFigures } from './namespace';

const atOnce = 32;
const documentsOfEach = 10;
const idleS = 10;

/** What is measured over many namespaces. */
export type ManyOperation = 'read' | 'upsert' | 'query' | 'usage' | 'feed';

/** Namespaces of ten documents each under one prefix, which grow in number. */
export class ManyNamespaces {
  /** How many there are. */
  count = 0;

  constructor(
    private readonly site: StackSite,
    private readonly prefix: string,
    private readonly ledger: Ledger,
  ) {}

  /** Makes namespaces with their documents until there are so many. */
  growTo(count: number): Promise<Cost> {
    return this.ledger.costOf(async () => {
      const { client } = this.site;
      const maker = async (): Promise<void> => {
        while (this.count < count) {
          const path = pathOf(this.nameOf(this.count++));
          const upsert = Array.from({ length: documentsOfEach }, (_, i) => documentOf(i));
          await client.call('POST', `${path}/documents`, { upsert });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, maker));
    });
  }

  /** One client that sends without pause, each request to another namespace. */
  async measure(operation: ManyOperation, seconds: number, seed: number): Promise<OperationFigures> {
    const random = randomOf(seed);
    let sent = 0;
    let p50Ms = 0;
    const cost = await this.ledger.costOf(async () => {
      const result = await load(this.site.own, 1, seconds, (n) => {
        sent = n + 1;
        return this.shotOf(operation, random, n);
      });
      p50Ms = result.p50Ms;
    });
    return { p50Ms, cpuMs: (1000 * cost.cpu) / sent, postgresMs: (1000 * cost.postgres) / sent };
  }

  /** What all processes cost while nobody asks for anything. */
  idle(isShort: boolean): Promise<Cost> {
    return this.ledger.costOf(() => new Promise((done) => setTimeout(done, isShort ? 200 : idleS * 1000)));
  }

  private shotOf(operation: ManyOperation, random: () => number, n: number): Shot {
    const path = `/v1${pathOf(this.nameOf(Math.floor(random() * this.count)))}`;
    const i = Math.floor(random() * documentsOfEach);
    switch (operation) {
      case 'read':
        return { method: 'GET', path: `${path}/documents/doc:${i}?fresh=stored` };
      case 'upsert':
        return { method: 'POST', path: `${path}/documents`, body: JSON.stringify({ upsert: [documentOf(i, n + 1)] }) };
      case 'query':
        return {
          method: 'POST',
          path: `${path}/query`,
          body: JSON.stringify({ filter: { 'attributes.seller': `s${i}` } }),
        };
      case 'usage':
        return { method: 'GET', path: '/v1/usage' };
      case 'feed':
        return { method: 'GET', path: '/v1/events?limit=100' };
    }
  }

  private nameOf(n: number): string {
    return `${this.prefix}/n${n}`;
  }
}
