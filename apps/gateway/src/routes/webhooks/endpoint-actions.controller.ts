import { EndpointView, RotateSecretBody, TestSendBody, TestSent, rotateSecret, testEndpoint } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';

const tag = 'Webhooks';

/** What is done with an endpoint beside its settings. */
@Controller()
export class EndpointActionsController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'POST',
    path: '/webhook-endpoints/:id/rotate-secret',
    tag,
    summary: 'Makes a new signing secret, which the reply shows; the old one signs beside it for a while.',
    access: 'change',
    body: RotateSecretBody,
    bodyOptional: true,
    success: [200],
    reply: EndpointView,
    errors: ['not_found'],
    reasons: ['bad_duration', 'bad_bounds'],
  })
  rotate(request: Request, reply: Reply): Promise<void> {
    const { params, body } = request.asked;
    const rotation = body as RotateSecretBody;
    return this.desk.forward(request, reply, rotateSecret, { id: params['id'], rotation });
  }

  @Route({
    method: 'POST',
    path: '/webhook-endpoints/:id/test',
    tag,
    summary: 'Sends `webhook.test`, or a sample of a type, to this endpoint only; it is in no feed and in no figure.',
    access: 'change',
    body: TestSendBody,
    bodyOptional: true,
    success: [200],
    reply: TestSent,
    errors: ['not_found', 'conflict'],
    reasons: ['bad_enum'],
  })
  test(request: Request, reply: Reply): Promise<void> {
    const { params, body } = request.asked;
    return this.desk.forward(request, reply, testEndpoint, { id: params['id'], test: body as TestSendBody });
  }
}
