export { eventTypes } from './event/event';
export type {
  AlternativesEvent,
  BudgetEvent,
  CalibrationEvent,
  EndpointHealthEvent,
  EndpointTestEvent,
  EventCause,
  EventType,
  FanoutEvent,
  JobEvent,
  SubscriptionEvent,
  SummaryEvent,
  WebhookEvent,
} from './event/event';
export { WebhookVerificationError } from './verification/verification-error';
export type { VerificationReason } from './verification/verification-error';
export type { WebhookHeaders } from './verification/headers';
export { verifySignature } from './verification/signature';
export type { SignedRequest } from './verification/signature';
export { verifyWebhook } from './verification/verify-webhook';
export { dropDuplicates } from './memory/drop-duplicates';
export { keepHighestSequence } from './memory/keep-highest-sequence';
export { BoundedMemory } from './memory/memory';
export type { Memory } from './memory/memory';
export { JudgmentClient } from './client';
export type { BulkOptions, BulkReport } from './bulk/bulk-writer';
export type { FollowOptions } from './follow/follow';
export type { BodyOf, OperationId, QueryOf, ResultOf, Schema } from './request/operation-types';
export type { CallOptions, ClientOptions, Runtime } from './request/options';
export { ConnectionError, DailyAllowanceError, GapError, JudgmentError, UsageError } from './result/api-error';
export type { ErrorFacts } from './result/api-error';
export type { Answer, Meta } from './result/meta';
export { Operation } from './result/operation';
export { PageOperation } from './result/page';
