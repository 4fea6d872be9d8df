/*
 * The door of end-to-end tests: a stack in other processes, reached by its public doors. It loads no service and nothing
 * of Nest, or each test file would take a second of processor time to begin.
 */
export { openHouse, openLimitMs, sharedHouse } from './house/house';
export type { House } from './house/house';
export type { HouseOptions } from './house/house-options';
export type { HouseAddresses } from './house/house-addresses';
export type { HouseDoor } from './house/door';
export type { ApiOptions, ApiReply, Json, Method } from './house/api';
export { eventually } from './eventually';
export { WebhookReceiver } from './receiver/receiver';
export type { Delivery } from './receiver/receiver';
export { SmtpSink } from './mail/smtp-sink';
export type { SunkMail } from './mail/smtp-sink';
export { TraceCollector } from './collector/collector';
export type { CollectedSpan } from './collector/collector';
export type { TappedAsk } from './engine/tap';
