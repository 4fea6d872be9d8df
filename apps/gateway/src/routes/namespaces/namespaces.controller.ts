import {
  JobView,
  ListNamespaces,
  NamespaceCreateBody,
  NamespaceList,
  NamespaceSettings,
  NamespaceView,
  changeNamespace,
  createNamespace,
  deleteNamespace,
  getNamespace,
  listNamespaces,
  scopeCovers,
} from '@app/contracts';
import { Problem } from '@app/problem';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';

const tag = 'Namespaces';

@Controller()
export class NamespacesController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'GET',
    path: '/namespaces',
    tag,
    summary: 'Lists the namespaces that the key covers, by name.',
    access: 'read',
    query: ListNamespaces,
    success: [200],
    reply: NamespaceList,
    reasons: ['bad_query', 'bad_cursor'],
  })
  list(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, listNamespaces, request.asked.query);
  }

  @Route({
    method: 'POST',
    path: '/namespaces',
    tag,
    summary: 'Makes a namespace with settings.',
    access: 'change',
    body: NamespaceCreateBody,
    success: [201],
    reply: NamespaceView,
    errors: ['conflict', 'engine_version_unavailable', 'plan_required'],
    reasons: ['bad_name', 'deleting'],
  })
  async create(request: Request, reply: Reply): Promise<void> {
    const { key, body } = request.asked;
    const settings = body as NamespaceCreateBody;
    if (!scopeCovers(key.scope, settings.name))
      throw new Problem('forbidden', "The namespace lies outside this key's scope.");
    return this.desk.forward(request, reply, createNamespace, { settings });
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns',
    tag,
    summary: 'One namespace with its settings and statistics.',
    access: 'read',
    namespace: 'namespace',
    success: [200],
    reply: NamespaceView,
    errors: ['not_found'],
  })
  get(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, getNamespace, { namespace: request.asked.namespace });
  }

  @Route({
    method: 'PATCH',
    path: '/namespaces/:ns',
    tag,
    summary: 'Changes settings of a namespace; members left out keep their values, null removes.',
    access: 'change',
    namespace: 'namespace',
    body: NamespaceSettings,
    success: [200],
    reply: NamespaceView,
    errors: ['not_found', 'conflict', 'engine_version_unavailable', 'plan_required'],
    reasons: ['deleting', 'read_only_field'],
  })
  change(request: Request, reply: Reply): Promise<void> {
    const { namespace, body } = request.asked;
    return this.desk.forward(request, reply, changeNamespace, { namespace, settings: body });
  }

  @Route({
    method: 'DELETE',
    path: '/namespaces/:ns',
    tag,
    summary: 'Deletes a namespace with everything in it, as a job.',
    access: 'change',
    namespace: 'namespace',
    success: [202],
    reply: JobView,
    errors: ['not_found', 'conflict'],
    reasons: ['deleting'],
  })
  remove(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, deleteNamespace, { namespace: request.asked.namespace });
  }
}
