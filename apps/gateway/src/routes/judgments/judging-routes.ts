import { JudgedDocuments, judgeDocuments } from '@app/contracts/documents';
import {
  BackfillBody,
  BackfillReply,
  ContextPreviewBody,
  ContextView,
  JudgeBody,
  TriedJudgment,
  TryBody,
  previewContext,
  startBackfill,
  tryJudgment,
} from '@app/contracts/judgments';
import { timestamp } from '@app/observability';
import { Route, forward } from '../../http/route';

const tag = 'Judgments';
const judgment = '/namespaces/:ns/judgments/:name';

/** Routes that ask an engine, or show what an engine would read. */
export const judgingRoutes: readonly Route[] = [
  forward({
    method: 'POST',
    path: `${judgment}/backfill`,
    tag,
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
    to: startBackfill,
    payload: ({ namespace, params, body }) => ({ namespace, name: params.name, backfill: body }),
  }),
  forward({
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
    to: tryJudgment,
    payload: ({ namespace, body }) => ({ namespace, attempt: body }),
  }),
  forward({
    method: 'POST',
    path: `${judgment}/judge`,
    tag,
    summary: 'Judges up to 100 documents now and answers with the answers; `again` asks also for those that are fresh.',
    access: 'change',
    namespace: 'namespace',
    body: JudgeBody,
    success: [200],
    reply: JudgedDocuments,
    errors: ['not_found', 'budget_exceeded', 'engine_unavailable'],
    to: judgeDocuments,
    payload: ({ namespace, params, body, firstSentAtMs }) => ({
      namespace,
      judgment: params.name,
      documents: body.dry_run ? [] : body.documents,
      ...(body.dry_run && { priced: body.documents }),
      ...(body.again && { again_at: timestamp(firstSentAtMs) }),
    }),
  }),
  forward({
    method: 'POST',
    path: `${judgment}/context`,
    tag,
    summary: 'What the engine would read of a document: text, tokens, size class, cuts.',
    access: 'read',
    namespace: 'namespace',
    body: ContextPreviewBody,
    success: [200],
    reply: ContextView,
    errors: ['not_found'],
    to: previewContext,
    payload: ({ namespace, params, body }) => ({ namespace, name: params.name, preview: body }),
  }),
];
