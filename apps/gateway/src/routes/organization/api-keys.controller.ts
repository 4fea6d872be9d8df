import { RawReply } from '@app/bus';
import { Deleted } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import { KeyService } from '../../key/key.service';
import type { Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';
import { ApiKeyBody, ApiKeyList, ApiKeyView, ApiKeysQuery } from '../../organization/organization.schema';

const tag = 'Organization';

@Controller()
export class ApiKeysController {
  constructor(
    private readonly desk: OwnerClient,
    private readonly keys: KeyService,
  ) {}

  @Route({
    method: 'POST',
    path: '/api-keys',
    tag,
    summary: 'Makes an API key; the reply shows it this once.',
    access: 'keys',
    body: ApiKeyBody,
    success: [201],
    reply: ApiKeyView,
    reasons: ['bad_timestamp', 'bad_name'],
  })
  create(request: Request, reply: Reply): Promise<void> {
    return this.desk.run(request, reply, async (asked) =>
      RawReply.of(await this.keys.create(asked.body as ApiKeyBody, this.desk.callOf(asked))),
    );
  }

  @Route({
    method: 'GET',
    path: '/api-keys',
    tag,
    summary: 'Keys of the organization that are not revoked, without the keys themselves.',
    access: 'keys',
    keyed: false,
    query: ApiKeysQuery,
    success: [200],
    reply: ApiKeyList,
    reasons: ['bad_query', 'bad_cursor'],
  })
  list(request: Request, reply: Reply): Promise<void> {
    return this.desk.run(
      request,
      reply,
      async ({ caller, query }) =>
        new RawReply(JSON.stringify(await this.keys.list(caller.organization, query as ApiKeysQuery))),
    );
  }

  @Route({
    method: 'DELETE',
    path: '/api-keys/:id',
    tag,
    summary: 'Revokes a key, within a second.',
    access: 'keys',
    success: [200],
    reply: Deleted,
    errors: ['not_found'],
  })
  revoke(request: Request, reply: Reply): Promise<void> {
    return this.desk.run(request, reply, async (asked) =>
      RawReply.of(await this.keys.revoke(asked.params['id'], this.desk.callOf(asked))),
    );
  }
}
