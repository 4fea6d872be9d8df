import { BUS, CLOCK, DATABASE } from '@app/boot';
import type { Bus, Call } from '@app/bus';
import { scopeCovers } from '@app/contracts';
import { getEvent } from '@app/contracts/events';
import type { Clock } from '@app/observability';
import { Database, madeAtMs } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { dayOf } from '../delivery/delivery';
import { SendableEvent, findQueued } from './requeue.store';

const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Finds events to send again: among the deliveries of this service, else in the feed. */
@Injectable()
export class EventFinderService {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * No transaction may be open: the feed may take long to answer, and a transaction holds a connection for as long.
   * @throws Problem `not_found` for an event that is unknown, over 30 days old, or outside the key's scope
   */
  async find(id: string, call: Call): Promise<SendableEvent> {
    const madeMs = madeAtMs(id);
    if (madeMs !== null && madeMs < this.clock.now() - keptMs) throw unknownEvent(id);
    const event = (await this.findHere(id, madeMs, call)) ?? (await this.findInFeed(id, call));
    if (event.testedEndpoint === null && !isVisible(call.who.scope, event.namespace)) throw unknownEvent(id);
    return event;
  }

  private async findHere(id: string, madeMs: number | null, call: Call): Promise<SendableEvent | null> {
    if (madeMs === null) return null;
    const day = dayOf({ id, timestamp: new Date(madeMs).toISOString() });
    return findQueued(this.database, call.who.organization, id, day);
  }

  private async findInFeed(id: string, call: Call): Promise<SendableEvent> {
    const { organization } = call.who;
    const { event, namespace } = await this.bus.requester.ask(getEvent, { organization, id }, call);
    return { id, type: event.type, namespace, body: JSON.stringify(event), testedEndpoint: null };
  }
}

/** As in the feed, only `*` keys see events of the organization. */
function isVisible(scope: string, namespace: string | null): boolean {
  return namespace === null ? scope === '*' : scopeCovers(scope, namespace);
}

function unknownEvent(id: string): Problem {
  return new Problem('not_found', `There is no event \`${id}\` that this key can see; events are kept for 30 days.`);
}
