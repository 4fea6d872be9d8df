import { Bool, Nested, OneOf, Text, Values } from '../field';
import { JobView } from '../jobs';
import { request } from '../message';
import { ListQuery } from '../shared';
import { NamespaceCreateBody, NamespaceSettings } from './bodies';
import { NamespaceList, NamespaceView } from './namespace-views';

export class ByNamespace {
  @Text() namespace: string;
}
export class CreateNamespace {
  @Nested(() => NamespaceCreateBody) settings: NamespaceCreateBody;
}
export class ChangeNamespace {
  @Text() namespace: string;
  @Nested(() => NamespaceSettings) settings: NamespaceSettings;
}
export class ListNamespaces extends ListQuery {
  @Text({ optional: true, max: 256 }) prefix?: string;
  @OneOf(['/'], {
    optional: true,
    meaning: 'With it, names that hold a further slash after `prefix` are shown as one prefix each, in `prefixes`.',
  })
  delimiter?: '/';
}
const gatewayToDocuments = { from: ['gateway'], to: 'documents' } as const;
export const createNamespace = request({
  ...gatewayToDocuments,
  subject: 'documents.namespace.create.v1',
  why: 'Creates a namespace with settings.',
  query: CreateNamespace,
  reply: NamespaceView,
});
export const listNamespaces = request({
  ...gatewayToDocuments,
  subject: 'documents.namespace.list.v1',
  why: "Lists namespaces within the key's scope by name, in pages.",
  query: ListNamespaces,
  reply: NamespaceList,
});
export const getNamespace = request({
  ...gatewayToDocuments,
  subject: 'documents.namespace.get.v1',
  why: 'Reads one namespace with settings and statistics.',
  query: ByNamespace,
  reply: NamespaceView,
});
export class NamespaceState {
  @Text() organization: string;
  @Text() namespace: string;
  @Values({ type: 'string' }, { optional: true, max: 1000, meaning: 'Ids to look for.' }) documents?: string[];
}
export class NamespaceStateFound {
  @Bool() exists: boolean;
  @Bool({ meaning: 'True while the job that deletes the namespace runs: writes to it are refused.' }) deleting: boolean;
  @Values(
    { type: 'string' },
    { optional: true, meaning: 'Those of `documents` that the namespace does not have; left out by an earlier build.' },
  )
  absent?: string[];
}
export const readNamespaceState = request({
  from: ['calibration', 'judgments'],
  to: 'documents',
  subject: 'documents.namespace.state.v1',
  why: 'Tells whether a namespace exists and may be written to, and which documents it lacks, for services that store what belongs to them.',
  query: NamespaceState,
  reply: NamespaceStateFound,
});
export class NamespaceMade {
  @Bool({ meaning: 'False when the namespace existed.' }) made: boolean;
}
export const makeNamespace = request({
  from: ['judgments'],
  to: 'documents',
  subject: 'documents.namespace.make.v1',
  why: 'Makes a namespace that a first judgment needs, as a first document does; refuses one that is being deleted.',
  query: ByNamespace,
  reply: NamespaceMade,
});
export const changeNamespace = request({
  ...gatewayToDocuments,
  subject: 'documents.namespace.change.v1',
  why: 'Changes settings by merge patch. The reply waits until billing and judgments have applied them.',
  query: ChangeNamespace,
  reply: NamespaceView,
});
export const deleteNamespace = request({
  ...gatewayToDocuments,
  subject: 'documents.namespace.delete.v1',
  why: 'Starts the job that deletes a namespace.',
  query: ByNamespace,
  reply: JobView,
});
