import { RawReply } from '@app/bus';
import { Controller } from '@nestjs/common';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { ApiKeyBody } from '../../identity/key/key.schema';
import { KeyService } from '../../identity/key/key.service';
import { createKey, listKeys, revokeKey } from './api-key-routes';

@Controller()
export class ApiKeysController {
  constructor(
    private readonly runner: RouteRunner,
    private readonly keys: KeyService,
  ) {}

  @Serves(createKey)
  create(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async ({ body, principal, call }) =>
      RawReply.of(await this.keys.create(body as ApiKeyBody, principal, call)),
    );
  }

  @Serves(listKeys)
  list(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(
      request,
      reply,
      async ({ caller, query }) => new RawReply(JSON.stringify(await this.keys.list(caller, query))),
    );
  }

  @Serves(revokeKey)
  revoke(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async ({ params, principal, call }) =>
      RawReply.of(await this.keys.revoke(params.id, principal, call)),
    );
  }
}
