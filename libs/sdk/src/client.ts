// The door without Node: a page in a browser imports this one.
export { JudgmentClient } from './client/judgment-client';
export type { BulkOptions, BulkReport } from './bulk/bulk-writer';
export type { FollowOptions } from './follow/follow';
export type { BodyOf, OperationId, QueryOf, ResultOf, Schema } from './request/operation-types';
export type { CallOptions, ClientOptions, Runtime } from './request/options';
export type { Namespace } from './resource/namespace';
export type { BoolAnswer, ChoiceAnswer, JudgmentAnswer, ScoreAnswer } from './shape/answer';
export type { JudgmentCreate } from './shape/definition';
export type { DocumentOf, UpsertOf } from './shape/document';
export type { EventPattern } from './shape/event-pattern';
export { ConnectionError, DailyAllowanceError, GapError, JudgmentError, UsageError } from './result/api-error';
export type { ErrorDetails, ErrorFacts } from './result/api-error';
export type { Answer, Meta } from './result/meta';
export { Operation } from './result/operation';
export { PageOperation } from './result/page';
