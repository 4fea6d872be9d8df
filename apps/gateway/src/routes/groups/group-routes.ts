import { Deleted, ListQuery } from '@app/contracts';
import {
  GroupBody,
  GroupList,
  GroupQuery,
  GroupValues,
  GroupView,
  deleteGroup,
  getGroup,
  listGroups,
} from '@app/contracts/documents';
import { Route, forward, route } from '../../http/route';

const tag = 'Groups';
const groups = '/namespaces/:ns/groups';
const group = `${groups}/:name`;

export const saveGroup = route({
  method: 'PUT',
  path: group,
  tag,
  summary: 'Keeps aggregates for each value of an attribute; on a prefix in each of its namespaces.',
  access: 'change',
  namespace: 'either',
  body: GroupBody,
  success: [201, 200],
  reply: GroupView,
  errors: ['not_found', 'conflict', 'plan_required'],
  reasons: [
    'bad_filter',
    'empty_filter',
    'bad_path',
    'unknown_path',
    'path_not_allowed',
    'unknown_field',
    'missing_field',
    'bad_bounds',
    'bad_length',
    'bad_name',
    'bad_enum',
    'too_many_groups',
    'inherited',
    'in_use',
    'deleting',
  ],
});

export const groupRoutes: readonly Route[] = [
  saveGroup,
  forward({
    method: 'GET',
    path: groups,
    tag,
    summary: 'Groups of a namespace, inherited ones included, without their values.',
    access: 'read',
    namespace: 'either',
    query: ListQuery,
    success: [200],
    reply: GroupList,
    errors: ['not_found', 'conflict'],
    reasons: ['bad_query', 'bad_cursor', 'deleting'],
    to: listGroups,
    payload: ({ namespace, query }) => ({ ...query, namespace }),
  }),
  forward({
    method: 'GET',
    path: group,
    tag,
    summary: 'One group with a page of its values; on a prefix without values.',
    access: 'read',
    namespace: 'either',
    query: GroupQuery,
    success: [200],
    reply: GroupValues,
    errors: ['not_found', 'conflict'],
    reasons: ['bad_query', 'bad_cursor', 'deleting'],
    to: getGroup,
    payload: ({ namespace, params, query }) => ({ ...query, namespace, name: params.name }),
  }),
  forward({
    method: 'DELETE',
    path: group,
    tag,
    summary: 'Deletes a group with its values; on a prefix in all its namespaces, on any plan.',
    access: 'change',
    namespace: 'either',
    success: [200],
    reply: Deleted,
    errors: ['not_found', 'conflict'],
    reasons: ['inherited', 'in_use', 'deleting'],
    to: deleteGroup,
    payload: ({ namespace, params }) => ({ namespace, name: params.name }),
  }),
];
