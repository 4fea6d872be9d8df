import { Deleted, ListQuery } from '@app/contracts';
import { Route, route } from '../../http/route';
import { ApiKeyBody, ApiKeyList, ApiKeyView } from '../../identity/key/key.schema';

const tag = 'Organization';

export const createKey = route({
  changesAccess: true,
  method: 'POST',
  path: '/api-keys',
  tag,
  summary: 'Makes an API key; the reply shows it this once.',
  access: 'keys',
  body: ApiKeyBody,
  success: [201],
  reply: ApiKeyView,
  errors: ['conflict'],
  reasons: ['bad_timestamp', 'bad_name', 'too_many_keys'],
});

export const listKeys = route({
  method: 'GET',
  path: '/api-keys',
  tag,
  summary: 'Keys of the organization that are not revoked, without the keys themselves.',
  access: 'keys',
  keyed: false,
  query: ListQuery,
  success: [200],
  reply: ApiKeyList,
  reasons: ['bad_query', 'bad_cursor'],
});

export const revokeKey = route({
  changesAccess: true,
  method: 'DELETE',
  path: '/api-keys/:id',
  tag,
  summary: 'Revokes a key, within a second.',
  access: 'keys',
  success: [200],
  reply: Deleted,
  errors: ['not_found'],
});

export const apiKeyRoutes: readonly Route[] = [createKey, listKeys, revokeKey];
