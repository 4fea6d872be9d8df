import { EventList, ListEvents, listEvents } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';
import { assertCovered } from '../../request/namespace-prefix';

@Controller()
export class EventsController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'GET',
    path: '/events',
    tag: 'Webhooks',
    summary: 'Every event of the last 30 days in the order recorded; waits for news when asked to.',
    access: 'read',
    query: ListEvents,
    success: [200],
    reply: EventList,
    reasons: ['bad_query', 'cursor_expired', 'cursor_unknown', 'bad_namespace'],
  })
  async list(request: Request, reply: Reply): Promise<void> {
    const { key, query } = request.asked;
    assertCovered(key.scope, query['namespace_prefix']);
    return this.desk.forward(request, reply, listEvents, query);
  }
}
