import { EndpointSettings } from '../endpoint/endpoint';
import type { Outcome } from '@app/egress';
import { Database, newId } from '@app/persistence';
import { openFreshDatabase, setClock, testEnvironment } from '@app/testing';
import { webhooksSchema } from '../app.schema';
import { ClaimLimit, claimDue } from '../delivery/claim.store';
import { ClaimedDelivery, NewDelivery } from '../delivery/delivery';
import { Headroom } from '../delivery/headroom';
import { QueueService, Queued } from '../delivery/queue.service';
import { recordResults } from '../delivery/result.store';
import { settle } from '../delivery/settlement';
import { sliceCount } from '../endpoint/endpoint-row';
import { addEndpoint } from '../endpoint/endpoint.store';
import { PartitionStore } from '../retention/partition.store';

const allSlices = Array.from({ length: sliceCount }, (_, i) => i);

export const endpointSettings: EndpointSettings = {
  url: 'https://hooks.example.com/in',
  events: ['*'],
  namespacePrefix: '*',
  description: null,
  maxPerSecond: null,
};

/** The stores of webhooks on a fresh database, without a bus and without a sender. */
export class OpenStores {
  readonly partitions: PartitionStore;
  private readonly queueing: QueueService;

  private constructor(
    readonly database: Database,
    readonly organization: string,
  ) {
    this.partitions = new PartitionStore(database);
    this.queueing = new QueueService(this.partitions, database);
  }

  static async open(organization: string): Promise<OpenStores> {
    await moveClock(0);
    return new OpenStores(await openFreshDatabase(webhooksSchema, 10), organization);
  }

  async close(): Promise<void> {
    await this.database.close();
    await moveClock(0);
  }

  /** @returns its id */
  async addEndpoint(settings: Partial<EndpointSettings> = {}): Promise<string> {
    const owner = { id: newId('whe'), organization: this.organization, secret: Buffer.from('sealed') };
    await this.database.transaction('spec', (tx) => addEndpoint(tx, owner, { ...endpointSettings, ...settings }));
    return owner.id;
  }

  queue(deliveries: readonly NewDelivery[], headroom?: Headroom): Promise<Queued> {
    return this.queueing.queue(deliveries, headroom && (() => headroom));
  }

  /** Claims up to so many deliveries of each endpoint. */
  claim(now = 16, ahead = 0): Promise<ClaimedDelivery[]> {
    const limitOf = (endpointId: string): ClaimLimit => ({
      endpointId,
      waitsMs: new Array<number>(now).fill(0),
      ahead,
      nextInMs: 0,
    });
    return claimDue(this.database, allSlices, [], (due) => due.map(({ endpointId }) => limitOf(endpointId)));
  }

  record(delivery: ClaimedDelivery, outcome: Outcome): Promise<void> {
    const settlement = settle(outcome, delivery.attempts, 0.5, Date.now());
    return recordResults(this.database, [{ delivery, outcome, settlement }]);
  }
}

/** Sets the database's clock. @param ms before the true time */
export function moveClock(ms: number): Promise<void> {
  return setClock(testEnvironment().adminUrl, ms);
}
