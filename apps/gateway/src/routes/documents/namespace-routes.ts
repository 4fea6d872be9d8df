import {
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
} from '@app/contracts/documents';
import { JobView } from '@app/contracts/jobs';
import { PendingCounts, countPending } from '@app/contracts/judgments';
import { assertCovers } from '../../http/permission';
import { Route, forward } from '../../http/route';

const tag = 'Namespaces';
const namespaces = '/namespaces';

export const namespaceRoutes: readonly Route[] = [
  forward({
    method: 'GET',
    path: namespaces,
    tag,
    summary: 'Lists the namespaces that the key covers, by name; with `delimiter`, one level of the names.',
    access: 'read',
    query: ListNamespaces,
    success: [200],
    reply: NamespaceList,
    reasons: ['bad_query', 'bad_cursor'],
    to: listNamespaces,
    payload: ({ query }) => query,
  }),
  forward({
    method: 'POST',
    path: namespaces,
    tag,
    summary: 'Makes a namespace with settings.',
    access: 'change',
    body: NamespaceCreateBody,
    success: [201],
    reply: NamespaceView,
    errors: ['conflict', 'engine_version_unavailable', 'plan_required'],
    reasons: ['bad_name', 'deleting'],
    to: createNamespace,
    payload: ({ principal, body }) => {
      assertCovers(principal.scope, body.name);
      return { settings: body };
    },
  }),
  forward({
    method: 'GET',
    path: `${namespaces}/:ns`,
    tag,
    summary: 'One namespace with its settings and statistics.',
    access: 'read',
    namespace: 'namespace',
    success: [200],
    reply: NamespaceView,
    errors: ['not_found'],
    to: getNamespace,
    payload: ({ namespace }) => ({ namespace }),
  }),
  forward({
    method: 'GET',
    path: `${namespaces}/:ns/pending`,
    tag,
    summary: 'Answers that wait to be made, by reason, with the age of the oldest.',
    access: 'read',
    namespace: 'namespace',
    success: [200],
    reply: PendingCounts,
    errors: ['not_found'],
    to: countPending,
    payload: ({ namespace }) => ({ namespace }),
  }),
  forward({
    method: 'PATCH',
    path: `${namespaces}/:ns`,
    tag,
    summary: 'Changes settings of a namespace; members left out keep their values, null removes.',
    access: 'change',
    namespace: 'namespace',
    body: NamespaceSettings,
    success: [200],
    reply: NamespaceView,
    errors: ['not_found', 'conflict', 'engine_version_unavailable', 'plan_required'],
    reasons: ['deleting', 'read_only_field'],
    to: changeNamespace,
    payload: ({ namespace, body }) => ({ namespace, settings: body }),
  }),
  forward({
    method: 'DELETE',
    path: `${namespaces}/:ns`,
    tag,
    summary: 'Deletes a namespace with everything in it, as a job.',
    access: 'change',
    namespace: 'namespace',
    success: [202],
    reply: JobView,
    errors: ['not_found', 'conflict'],
    reasons: ['deleting'],
    to: deleteNamespace,
    payload: ({ namespace }) => ({ namespace }),
  }),
];
