import { Call, RawReply } from '@app/bus';
import { GetEvent, ListEvents, ShowEvent } from '@app/contracts/events';
import { invalid } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { parseFilter } from './event-filter';
import { EventService } from './event.service';

const maxWaitS = 30;
const defaultLimit = 100;
/** The cursor that stands for the end of the feed. */
const latest = 'latest';
/** A poll ends this long before its deadline, so that the reply arrives in time. */
const replyMs = 500;

@Injectable()
export class EventHandler {
  constructor(private readonly events: EventService) {}

  async list(query: ListEvents, call: Call): Promise<RawReply> {
    const { organization, scope } = call.who;
    const order = query.order ?? 'oldest';
    assertGoesOn(query);
    if (query.cursor === latest) {
      return new RawReply(JSON.stringify({ events: [], next_cursor: await this.events.readLatest(organization) }));
    }
    const page = await this.events.list({
      organization,
      filter: parseFilter(scope, query.types, query.namespace_prefix, query),
      cursor: query.cursor ?? null,
      order,
      limit: query.limit ?? defaultLimit,
      waitMs: Math.min(waitMsOf(query.wait), Math.max(0, call.leftMs - replyMs)),
    });
    return new RawReply(`{"events":[${page.events.join(',')}],"next_cursor":${JSON.stringify(page.nextCursor)}}`);
  }

  async show({ id }: ShowEvent, call: Call): Promise<RawReply> {
    const { organization, scope } = call.who;
    return new RawReply((await this.events.show(organization, scope, id)).body);
  }

  async get({ organization, id }: GetEvent): Promise<RawReply> {
    const { body, namespace } = await this.events.get(organization, id);
    return new RawReply(`{"event":${body},"namespace":${JSON.stringify(namespace)}}`);
  }
}

/** Only a reader that goes forward can wait, or begin at the end. */
function assertGoesOn({ order, wait, cursor, until }: ListEvents): void {
  if (until !== undefined && Number(wait ?? 0) > 0) {
    throw invalid('bad_query', '/wait', 'Leave out `wait` with `until`: events that come later are recorded later.');
  }
  if (order !== 'newest') return;
  if (Number(wait ?? 0) > 0) {
    throw invalid('bad_query', '/wait', 'Leave out `wait` with `order=newest`; only the order `oldest` can wait.');
  }
  if (cursor === latest) {
    throw invalid('bad_query', '/cursor', 'Leave out `cursor` with `order=newest`; the first page is the latest.');
  }
}

function waitMsOf(wait: string | undefined): number {
  const seconds = Number(wait ?? 0);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > maxWaitS) {
    throw invalid('bad_bounds', '/wait', `Send \`wait\` as whole seconds from 0 to ${maxWaitS}.`);
  }
  return seconds * 1000;
}
