import {
  CalibrationReport,
  CalibrationRunBody,
  Deleted,
  JobView,
  OutcomeList,
  OutcomesBody,
  OutcomesPosted,
  listOutcomes,
  postOutcomes,
  QueueView,
  RecommendationQuery,
  ThresholdRecommendation,
  readCalibration,
  readCalibrationPage,
  readQueue,
  recommendThreshold,
  retractOutcome,
  runCalibration,
} from '@app/contracts';
import { RawReply } from '@app/bus';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { RequestContext, Reply, Request } from '../../http/request-context';
import { prefersHtml } from '../../request/accept';
import { Route } from '../../request/route-spec';
import { CalibrationQuery, OutcomesQuery, QueueQuery } from './outcomes.schema';

const tag = 'Outcomes and calibration';
const htmlType = 'text/html; charset=utf-8';

@Controller()
export class OutcomesController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'POST',
    path: '/namespaces/:ns/judgments/:name/outcomes',
    tag,
    summary: 'Posts what really happened; each is bound to the answer in force.',
    access: 'change',
    namespace: 'namespace',
    body: OutcomesBody,
    success: [200],
    reply: OutcomesPosted,
    errors: ['not_found', 'too_large'],
    reasons: ['bad_timestamp', 'bad_type', 'missing_field'],
  })
  post(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    return this.desk.forward(request, reply, postOutcomes, { ...ofJudgment(asked), post: asked.body as OutcomesBody });
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns/judgments/:name/outcomes',
    tag,
    summary: 'Outcomes of a judgment, newest first.',
    access: 'read',
    namespace: 'either',
    query: OutcomesQuery,
    success: [200],
    reply: OutcomeList,
    errors: ['not_found'],
    reasons: ['bad_query', 'bad_cursor'],
  })
  list(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    return this.desk.forward(request, reply, listOutcomes, { ...asked.query, ...ofJudgment(asked) });
  }

  @Route({
    method: 'DELETE',
    path: '/namespaces/:ns/judgments/:name/outcomes/:id',
    tag,
    summary: 'Takes an outcome back, from the next fit on.',
    access: 'change',
    namespace: 'either',
    success: [200],
    reply: Deleted,
    errors: ['not_found'],
  })
  retract(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    return this.desk.forward(request, reply, retractOutcome, { ...ofJudgment(asked), id: asked.params['id'] });
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns/judgments/:name/calibration',
    tag,
    summary: 'How right the answers are; with `Accept: text/html` as a page.',
    access: 'read',
    namespace: 'either',
    query: CalibrationQuery,
    success: [200],
    reply: CalibrationReport,
    alsoAs: 'text/html',
    errors: ['not_found'],
    reasons: ['bad_query'],
  })
  calibration(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    const query = { ...asked.query, ...ofJudgment(asked) };
    if (!prefersHtml(request.headers.accept)) return this.desk.forward(request, reply, readCalibration, query);
    return this.desk.run(request, reply, async () => {
      const { html, policy } = await this.desk.ask(readCalibrationPage, query, asked);
      reply
        .header('content-security-policy', policy)
        .header('x-content-type-options', 'nosniff')
        .header('vary', 'accept');
      return new RawReply(html, { media_type: htmlType });
    });
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns/judgments/:name/thresholds/recommendation',
    tag,
    summary: 'A threshold that labelled answers recommend; nothing is changed by asking.',
    access: 'read',
    namespace: 'either',
    query: RecommendationQuery,
    success: [200],
    reply: ThresholdRecommendation,
    errors: ['not_found', 'insufficient_labels'],
    reasons: ['bad_query', 'bad_bounds', 'missing_field'],
  })
  recommend(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    const query = asked.query as unknown as RecommendationQuery;
    return this.desk.forward(request, reply, recommendThreshold, { ...ofJudgment(asked), query });
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns/judgments/:name/queue',
    tag,
    summary: 'Answers most worth labelling; they stay until their outcome is posted.',
    access: 'read',
    namespace: 'either',
    query: QueueQuery,
    success: [200],
    reply: QueueView,
    errors: ['not_found', 'unavailable'],
    reasons: ['bad_query'],
  })
  queue(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    return this.desk.forward(request, reply, readQueue, { ...asked.query, ...ofJudgment(asked) });
  }

  @Route({
    method: 'POST',
    path: '/namespaces/:ns/judgments/:name/calibration/run',
    tag,
    summary: 'Fits the judgment to its outcomes now; fits are made each night as well.',
    access: 'change',
    namespace: 'either',
    body: CalibrationRunBody,
    success: [202],
    reply: JobView,
    errors: ['not_found', 'conflict', 'insufficient_labels', 'unavailable'],
    reasons: ['inherited', 'bad_timestamp', 'bad_enum'],
  })
  run(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    const run = (asked.body ?? {}) as CalibrationRunBody;
    return this.desk.forward(request, reply, runCalibration, { ...ofJudgment(asked), run });
  }
}

function ofJudgment({ namespace, params }: RequestContext): { namespace: string; judgment: string } {
  return { namespace, judgment: params['name'] };
}
