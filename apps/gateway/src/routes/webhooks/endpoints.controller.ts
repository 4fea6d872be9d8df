import {
  EndpointBody,
  EndpointDeleted,
  EndpointList,
  EndpointPatchBody,
  EndpointView,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  patchEndpoint,
  showEndpoint,
} from '@app/contracts';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';
import { assertCovered } from '../../request/namespace-prefix';
import { EndpointsQuery } from './webhooks.schema';

const tag = 'Webhooks';

@Controller()
export class EndpointsController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'POST',
    path: '/webhook-endpoints',
    tag,
    summary: 'Makes a receiver of signed events; the reply shows its secret.',
    access: 'change',
    body: EndpointBody,
    success: [201],
    reply: EndpointView,
    errors: ['plan_required'],
    reasons: ['bad_url', 'blocked_host', 'bad_enum', 'bad_namespace'],
  })
  async create(request: Request, reply: Reply): Promise<void> {
    const { key, body } = request.asked;
    const endpoint = body as EndpointBody;
    assertCovered(key.scope, endpoint.namespace_prefix);
    return this.desk.forward(request, reply, createEndpoint, { endpoint });
  }

  @Route({
    method: 'GET',
    path: '/webhook-endpoints',
    tag,
    summary: "Endpoints within the key's scope, never with secrets.",
    access: 'read',
    query: EndpointsQuery,
    success: [200],
    reply: EndpointList,
    reasons: ['bad_query', 'bad_cursor'],
  })
  list(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, listEndpoints, request.asked.query);
  }

  @Route({
    method: 'GET',
    path: '/webhook-endpoints/:id',
    tag,
    summary: 'One endpoint; with its secret for a read_write key that manages it.',
    access: 'read',
    success: [200],
    reply: EndpointView,
    errors: ['not_found'],
  })
  get(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, showEndpoint, { id: request.asked.params['id'] });
  }

  @Route({
    method: 'PATCH',
    path: '/webhook-endpoints/:id',
    tag,
    summary: 'Changes settings of an endpoint.',
    access: 'change',
    body: EndpointPatchBody,
    success: [200],
    reply: EndpointView,
    errors: ['not_found'],
    reasons: ['bad_url', 'blocked_host', 'bad_enum', 'bad_namespace', 'read_only_field'],
  })
  async change(request: Request, reply: Reply): Promise<void> {
    const { key, params, body } = request.asked;
    const patch = body as EndpointPatchBody;
    assertCovered(key.scope, patch.namespace_prefix);
    return this.desk.forward(request, reply, patchEndpoint, { id: params['id'], patch });
  }

  @Route({
    method: 'DELETE',
    path: '/webhook-endpoints/:id',
    tag,
    summary: 'Removes an endpoint with its pending deliveries and log.',
    access: 'change',
    success: [200],
    reply: EndpointDeleted,
    errors: ['not_found'],
  })
  remove(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, deleteEndpoint, { id: request.asked.params['id'] });
  }
}
