import {
  ContextPreviewBody,
  ContextView,
  JudgeBody,
  JudgedDocuments,
  TriedJudgment,
  TryBody,
  judgeDocuments,
  previewContext,
  tryJudgment,
} from '@app/contracts';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';

const tag = 'Judgments';

/** Asking an engine now, or seeing what it would read. */
@Controller()
export class JudgingController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'POST',
    path: '/namespaces/:ns/judgments/try',
    tag,
    summary: 'Asks a definition of up to five documents and stores nothing.',
    access: 'change',
    namespace: 'namespace',
    body: TryBody,
    success: [200],
    reply: TriedJudgment,
    errors: ['not_found', 'budget_exceeded', 'plan_required', 'engine_version_unavailable', 'engine_unavailable'],
    reasons: ['missing_context', 'images_not_read', 'not_available_yet', 'bad_path', 'bad_filter'],
  })
  attempt(request: Request, reply: Reply): Promise<void> {
    const { namespace, body } = request.asked;
    return this.desk.forward(request, reply, tryJudgment, { namespace, attempt: body as TryBody });
  }

  @Route({
    method: 'POST',
    path: '/namespaces/:ns/judgments/:name/judge',
    tag,
    summary: 'Judges up to 100 documents now and answers with the answers.',
    access: 'change',
    namespace: 'namespace',
    body: JudgeBody,
    success: [200],
    reply: JudgedDocuments,
    errors: ['not_found', 'budget_exceeded', 'engine_unavailable'],
  })
  judge(request: Request, reply: Reply): Promise<void> {
    const { namespace, params, body } = request.asked;
    const { documents } = body as JudgeBody;
    return this.desk.forward(request, reply, judgeDocuments, { namespace, judgment: params['name'], documents });
  }

  @Route({
    method: 'POST',
    path: '/namespaces/:ns/judgments/:name/context',
    tag,
    summary: 'What the engine would read of a document: text, tokens, size class, cuts.',
    access: 'read',
    namespace: 'namespace',
    body: ContextPreviewBody,
    success: [200],
    reply: ContextView,
    errors: ['not_found'],
  })
  context(request: Request, reply: Reply): Promise<void> {
    const { namespace, params, body } = request.asked;
    const preview = body as ContextPreviewBody;
    return this.desk.forward(request, reply, previewContext, { namespace, name: params['name'], preview });
  }
}
