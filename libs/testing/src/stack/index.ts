/*
 * What end-to-end tests import: a client of a stack that runs in other processes. It loads no service and nothing of Nest;
 * otherwise each test file would need a second of processor time before its first test.
 */
export { openStack, openLimitMs, sharedStack } from './open-stack';
export type { Stack } from './open-stack';
export type { Build, StackOptions } from './stack-options';
export type { StackAddresses } from './stack-addresses';
export type { StackClient } from './stack-client';
export { Api } from './api';
export type { ApiOptions, ApiReply, Json, Method } from './api';
export { plant, plantCookies, plantTokens } from './planted';
export { eventually } from '../eventually';
export { patient } from '../jest/patience.cjs';
export { WebhookReceiver } from '../receiver/receiver';
export type { Delivery } from '../receiver/receiver';
export { SmtpSink } from '../mail/smtp-sink';
export type { SunkMail } from '../mail/smtp-sink';
export { OpenIdProvider } from '../open-id/open-id-provider';
export { TraceCollector } from '../collector/collector';
export type { CollectedSpan } from '../collector/collector';
export type { TappedAsk } from '../engine/tap';
