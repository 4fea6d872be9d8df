import { BackfillBody, BackfillReply, startBackfill } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';

@Controller()
export class BackfillController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'POST',
    path: '/namespaces/:ns/judgments/:name/backfill',
    tag: 'Judgments',
    summary: 'What judging stored documents costs; sent again with its `confirm`, the job that judges them.',
    access: 'change',
    namespace: 'either',
    body: BackfillBody,
    bodyOptional: true,
    success: [201, 200, 202],
    reply: BackfillReply,
    beginBy: true,
    errors: ['not_found', 'conflict', 'budget_exceeded'],
    reasons: ['bad_filter', 'unknown_path', 'confirm_mismatch'],
  })
  start(request: Request, reply: Reply): Promise<void> {
    const { namespace, params, body } = request.asked;
    const backfill = body as BackfillBody;
    return this.desk.forward(request, reply, startBackfill, { namespace, name: params['name'], backfill });
  }
}
