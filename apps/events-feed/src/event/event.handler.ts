import { Call, RawReply } from '@app/bus';
import { GetEvent, ListEvents } from '@app/contracts';
import { invalid } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { parseFilter } from './event-filter';
import { EventService } from './event.service';

const maxWaitS = 30;
const defaultLimit = 100;
/** A poll ends this long before its deadline, so that the reply arrives in time. */
const replyMs = 500;

@Injectable()
export class EventHandler {
  constructor(private readonly events: EventService) {}

  async list(query: ListEvents, call: Call): Promise<RawReply> {
    const { organization, scope } = call.who;
    const page = await this.events.list({
      organization,
      filter: parseFilter(scope, query.types, query.namespace_prefix),
      cursor: query.cursor ?? null,
      limit: query.limit ?? defaultLimit,
      waitMs: Math.min(waitMsOf(query.wait), Math.max(0, call.leftMs - replyMs)),
    });
    return new RawReply(`{"events":[${page.events.join(',')}],"next_cursor":${JSON.stringify(page.nextCursor)}}`);
  }

  async get({ organization, id }: GetEvent): Promise<RawReply> {
    const { body, namespace } = await this.events.get(organization, id);
    return new RawReply(`{"event":${body},"namespace":${JSON.stringify(namespace)}}`);
  }
}

function waitMsOf(wait: string | undefined): number {
  const seconds = Number(wait ?? 0);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > maxWaitS) {
    throw invalid('bad_bounds', '/wait', `Send \`wait\` as whole seconds from 0 to ${maxWaitS}.`);
  }
  return seconds * 1000;
}
