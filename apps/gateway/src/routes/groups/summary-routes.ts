import { Deleted } from '@app/contracts';
import { SummaryBody, SummaryView, deleteSummary, getSummary } from '@app/contracts/documents';
import { Route, forward, route } from '../../http/route';

const tag = 'Groups';
const path = '/namespaces/:ns/summary';

export const saveSummary = route({
  method: 'PUT',
  path,
  tag,
  summary: "Publishes each tenant's groups, in bands, as a document of another namespace, at most hourly.",
  access: 'change',
  namespace: 'template',
  body: SummaryBody,
  success: [201, 200],
  reply: SummaryView,
  errors: ['not_found', 'conflict', 'plan_required'],
  reasons: [
    'bad_namespace',
    'unknown_path',
    'unknown_field',
    'missing_field',
    'bad_bounds',
    'bad_name',
    'summary_overlaps',
    'deleting',
  ],
});

export const summaryRoutes: readonly Route[] = [
  saveSummary,
  forward({
    method: 'GET',
    path,
    tag,
    summary: 'The summary of a prefix; `failing_since` says since when its documents cannot be written.',
    access: 'read',
    namespace: 'template',
    success: [200],
    reply: SummaryView,
    errors: ['not_found'],
    to: getSummary,
    payload: ({ namespace }) => ({ namespace }),
  }),
  forward({
    method: 'DELETE',
    path,
    tag,
    summary: 'Ends the summary of a prefix and deletes its documents, on any plan.',
    access: 'change',
    namespace: 'template',
    success: [200],
    reply: Deleted,
    errors: ['not_found'],
    to: deleteSummary,
    payload: ({ namespace }) => ({ namespace }),
  }),
];
