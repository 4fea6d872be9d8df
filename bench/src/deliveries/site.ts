import { newId } from '@app/persistence';
import { openTestInfrastructure } from '@app/servers';
import { LeftOut, Preparation, Site } from '../case/case';
import { Closing, closeAll } from '../closing';
import { openBareWay, openQueueWay } from './other-ways';
import { openOwnWay } from './own-way';
import { Receiver } from './receiver';
import { DeliveryWay, OwnWay } from './way';

/** The webhooks of a checkout and what they are measured against, all posting to one receiver. */
export class DeliverySite implements Site {
  private queueWay: DeliveryWay | null = null;

  private constructor(
    readonly organization: string,
    readonly receiver: Receiver,
    readonly bare: DeliveryWay,
    readonly own: OwnWay,
    private readonly closing: Closing[],
  ) {}

  static async open(checkout: string): Promise<DeliverySite> {
    const closing: Closing[] = [];
    try {
      const { env, stop } = await openTestInfrastructure('.state');
      closing.push(stop);
      const organization = newId('org');
      const receiver = await Receiver.open();
      closing.push(() => receiver.stop());
      const bare = openBareWay(receiver.origin);
      closing.push(() => bare.stop());
      const own = await openOwnWay(checkout, env, organization, receiver);
      closing.push(() => own.stop());
      return new DeliverySite(organization, receiver, bare, own, closing);
    } catch (error) {
      await closeAll(closing);
      throw error;
    }
  }

  /** @throws Error unless `queueOnRedis` was made */
  get queue(): DeliveryWay {
    if (!this.queueWay) throw new Error('BullMQ was not started');
    return this.queueWay;
  }

  /** @returns whether this machine has a Redis to start */
  async openQueue(): Promise<boolean> {
    const way = await openQueueWay(this.receiver.origin);
    if (!way) return false;
    this.queueWay = way;
    this.closing.push(() => way.stop());
    return true;
  }

  stop(): Promise<void> {
    return closeAll(this.closing);
  }
}

export const queueOnRedis: Preparation<DeliverySite> = {
  name: 'BullMQ and Redis',
  size: { normal: 1, short: 1 },
  make: async (site, { isShort }) => {
    if (isShort) throw new LeftOut('--short starts no Redis');
    if (!(await site.openQueue())) throw new LeftOut('there is no redis-server on the path');
  },
};
