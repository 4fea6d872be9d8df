import { ModelBody, ModelList, ModelTrial, ModelView, TryModelBody } from '@app/contracts/engines';
import { Route, route } from '../../http/route';

const common = { tag: 'Engines', access: 'session', setsModels: true, success: [200] } as const;

export const showModels = route({
  ...common,
  method: 'GET',
  path: '/models',
  summary: 'What stands behind each engine name, and which providers may be set.',
  keyed: false,
  reply: ModelList,
});

export const putModel = route({
  ...common,
  method: 'PUT',
  path: '/models/:engine',
  summary: 'Puts a model behind an engine name, for all organizations of the installation, and opens a new epoch.',
  fresh: true,
  body: ModelBody,
  reply: ModelView,
  errors: ['not_found', 'conflict'],
  reasons: [
    ...(['missing_field', 'bad_url', 'blocked_host', 'bad_enum', 'bad_type', 'bad_name', 'bad_length'] as const),
    ...(['set_by_operator', 'sign_in_again'] as const),
  ],
});

export const deleteModel = route({
  ...common,
  method: 'DELETE',
  path: '/models/:engine',
  summary: 'Takes a model away that an owner put behind an engine name; the reply tells what stands there now.',
  fresh: true,
  reply: ModelView,
  errors: ['not_found', 'conflict'],
  reasons: ['set_by_operator', 'sign_in_again'],
});

export const askModel = route({
  ...common,
  method: 'POST',
  path: '/models/:engine/try',
  summary: 'Asks a model one question of each type about a fixed text, and stores nothing; ten times a minute.',
  fresh: true,
  body: TryModelBody,
  bodyOptional: true,
  reply: ModelTrial,
  errors: ['not_found', 'conflict'],
  reasons: [
    ...(['missing_field', 'bad_url', 'blocked_host', 'bad_enum', 'bad_type', 'bad_name', 'bad_length'] as const),
    'sign_in_again',
  ],
});

export const modelRoutes: readonly Route[] = [showModels, putModel, deleteModel, askModel];
