import { RawReply } from '@app/bus';
import { SubscriptionBody, putSubscription } from '@app/contracts/documents';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { saveSubscription } from './subscription-routes';

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly runner: RouteRunner,
    private readonly owners: OwnerClient,
  ) {}

  /** Answers 201 for a new subscription and 200 for a changed one. */
  @Serves(saveSubscription)
  save(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async (context) => {
      const { namespace, params, body } = context;
      const payload = { namespace, name: params.name, subscription: body as SubscriptionBody };
      const { created, subscription } = await this.owners.ask(putSubscription, payload, context);
      return RawReply.of({ status: created ? 201 : 200, body: JSON.stringify(subscription) });
    });
  }
}
