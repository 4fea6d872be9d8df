import { EventList, EventView, eventFault } from '@app/contracts/events';
import { StackClient, eventually } from '@app/testing/stack';

/** A client of the feed that keeps its cursor and asks again from there, whatever becomes of the service. */
export class FeedReader {
  private cursor: string | null = null;
  private readonly read: EventView[] = [];

  /** @param prefix all that the key sees when left out */
  constructor(
    private readonly stack: StackClient,
    private readonly prefix?: string,
  ) {}

  /** Every event up to where the feed ends now. */
  async toEnd(): Promise<EventView[]> {
    while ((await this.page(0)) > 0);
    return this.read;
  }

  /** Waits until so many events were read and nothing more comes. */
  async until(count: number, limitMs = 500_000): Promise<EventView[]> {
    const until = Date.now() + limitMs;
    while (this.read.length < count && Date.now() < until) await this.page(5);
    await this.page(1);
    return this.read;
  }

  private async page(wait: number): Promise<number> {
    const query = new URLSearchParams({ limit: '100', wait: String(wait) });
    if (this.prefix) query.set('namespace_prefix', this.prefix);
    if (this.cursor) query.set('cursor', this.cursor);
    const { events, next_cursor: next } = await eventually(async () => {
      const reply = await this.stack.api<EventList>('GET', `/events?${query.toString()}`);
      if (reply.status !== 200) throw new Error(`The feed answered ${reply.status} ${reply.text}`);
      return reply.body;
    }, 60_000);
    for (const event of events) expect({ event, fault: eventFault(event) }).toEqual({ event, fault: null });
    this.read.push(...events);
    this.cursor = next;
    return events.length;
  }
}
