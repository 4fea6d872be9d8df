import { databaseUrl, openTestInfrastructure } from '@app/servers';
import { Site } from '../case/case';
import { Closing, closeAll } from '../closing';
import { BareFeed, openBareFeed } from './bare-feed';
import { Producer } from './producer';

/** The feed of a checkout and a producer of events, beside the bare feed on the same Postgres; no other service runs. */
export class FeedSite implements Site {
  private constructor(
    readonly producer: Producer,
    readonly bare: BareFeed,
    private readonly closing: Closing[],
  ) {}

  static async open(checkout: string): Promise<FeedSite> {
    const closing: Closing[] = [];
    try {
      const { env, stop } = await openTestInfrastructure('.state');
      closing.push(stop);
      const producer = await Producer.open(checkout, env);
      closing.push(() => producer.stop());
      const bare = await openBareFeed(databaseUrl(env.TEST_DATABASE_URL));
      closing.push(() => bare.stop());
      return new FeedSite(producer, bare, closing);
    } catch (error) {
      await closeAll(closing);
      throw error;
    }
  }

  stop(): Promise<void> {
    return closeAll(this.closing);
  }
}
