import {
  ActivateBody,
  Deleted,
  JudgmentChange,
  JudgmentCreateBody,
  JudgmentList,
  JudgmentPatchBody,
  JudgmentView,
  VersionList,
  activateJudgment,
  createJudgment,
  deleteJudgment,
  detachJudgment,
  getJudgment,
  listJudgments,
  listVersions,
  patchJudgment,
} from '@app/contracts';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { RequestContext, Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';
import { VersionsQuery } from './judgments.schema';

const tag = 'Judgments';

@Controller()
export class JudgmentsController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'POST',
    path: '/namespaces/:ns/judgments',
    tag,
    summary: 'Creates a judgment, or a version of it; with `backfill` once its cost is confirmed.',
    access: 'change',
    namespace: 'either',
    body: JudgmentCreateBody,
    success: [201, 200, 202],
    reply: JudgmentChange,
    beginBy: true,
    errors: ['conflict', 'plan_required', 'engine_version_unavailable', 'budget_exceeded'],
    reasons: [
      'images_not_read',
      'missing_context',
      'no_matching_documents',
      'unknown_starter',
      'too_many_judgments',
      'inherited',
      'if_active_version',
      'confirm_mismatch',
      'not_available_yet',
      'bad_path',
      'bad_filter',
    ],
  })
  create(request: Request, reply: Reply): Promise<void> {
    const { namespace, body } = request.asked;
    return this.desk.forward(request, reply, createJudgment, { namespace, judgment: body as JudgmentCreateBody });
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns/judgments',
    tag,
    summary: "Active judgments of a namespace, inherited ones included, or a template's own.",
    access: 'read',
    namespace: 'either',
    success: [200],
    reply: JudgmentList,
  })
  list(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, listJudgments, { namespace: request.asked.namespace });
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns/judgments/:name',
    tag,
    summary: 'One judgment with its active version.',
    access: 'read',
    namespace: 'either',
    success: [200],
    reply: JudgmentView,
    errors: ['not_found'],
  })
  get(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, getJudgment, ofJudgment(request.asked));
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns/judgments/:name/versions',
    tag,
    summary: 'Versions of a judgment, newest first.',
    access: 'read',
    namespace: 'either',
    query: VersionsQuery,
    success: [200],
    reply: VersionList,
    errors: ['not_found'],
    reasons: ['bad_query', 'bad_cursor'],
  })
  versions(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, listVersions, { ...request.asked.query, ...ofJudgment(request.asked) });
  }

  @Route({
    method: 'PATCH',
    path: '/namespaces/:ns/judgments/:name',
    tag,
    summary:
      'Changes settings. Thresholds hold for every answer at once; a policy that begins to judge by itself is confirmed first.',
    access: 'change',
    namespace: 'either',
    body: JudgmentPatchBody,
    success: [200, 202],
    reply: JudgmentChange,
    beginBy: true,
    errors: ['not_found', 'conflict', 'plan_required'],
    reasons: ['inherited', 'confirm_mismatch', 'not_available_yet'],
  })
  change(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    return this.desk.forward(request, reply, patchJudgment, { ...ofJudgment(asked), patch: asked.body });
  }

  @Route({
    method: 'POST',
    path: '/namespaces/:ns/judgments/:name/activate',
    tag,
    summary: 'Makes a version the active one.',
    access: 'change',
    namespace: 'either',
    body: ActivateBody,
    success: [200, 202],
    reply: JudgmentChange,
    beginBy: true,
    errors: ['not_found', 'conflict', 'plan_required', 'engine_version_unavailable', 'budget_exceeded'],
    reasons: ['inherited', 'confirm_mismatch'],
  })
  activate(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    const activate = asked.body as ActivateBody;
    return this.desk.forward(request, reply, activateJudgment, { ...ofJudgment(asked), activate });
  }

  @Route({
    method: 'POST',
    path: '/namespaces/:ns/judgments/:name/detach',
    tag,
    summary: "Takes the namespace's own copy of an inherited judgment; answers and outcomes stay. DELETE undoes it.",
    access: 'change',
    namespace: 'namespace',
    success: [201, 202],
    reply: JudgmentChange,
    beginBy: true,
    errors: ['not_found', 'conflict'],
    reasons: ['not_inherited', 'too_many_judgments'],
  })
  detach(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, detachJudgment, ofJudgment(request.asked));
  }

  @Route({
    method: 'DELETE',
    path: '/namespaces/:ns/judgments/:name',
    tag,
    summary: 'Archives a judgment; its answers leave reads.',
    access: 'change',
    namespace: 'either',
    success: [200, 202],
    reply: Deleted,
    errors: ['not_found', 'conflict'],
    reasons: ['in_use', 'inherited'],
  })
  remove(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, deleteJudgment, ofJudgment(request.asked));
  }
}

function ofJudgment({ namespace, params }: RequestContext): { namespace: string; name: string } {
  return { namespace, name: params['name'] };
}
