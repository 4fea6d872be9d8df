export {
  NAMED,
  fieldsOf,
  Text,
  Num,
  Int,
  Bool,
  OneOf,
  Stamp,
  Nested,
  ListOf,
  Values,
  MapOf,
  JsonObject,
  Shape,
} from './field';
export type { JsonSchema, Class, FieldOptions } from './field';
export { collectSchemas } from './schema';
export { checkBody, fits } from './check';
export { namePattern, namespacePattern, namespaceOrTemplatePattern, scopePattern } from './names';
export type { JudgmentRef, NamespaceRef } from './refs';
export { scopeConditions, scopeCovers, scopeWithin } from './key-scope';
export { services, schemaNameOf } from './services';
export type { Service, Participant } from './services';
export { applySubject, framesSubject, subjectsOf, durableName, filterOf } from './message';
export type { RequestMessage, FactMessage, BroadcastMessage } from './message';
export { mayRepeat } from './repeats';
export { roles, plans, Caller } from './call';
export type { Role, Plan } from './call';
export { EngineRef } from './engine-ref';
export { errorDetailsSchema } from './error-details';
export { UsageView, Warning, Deleted, ListQuery } from './shared';
export { ProcessState, answerPath, showProcess } from './process-state';
export type { OnAnswerPath } from './process-state';
