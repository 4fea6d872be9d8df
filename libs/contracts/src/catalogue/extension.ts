import { eventRaised } from '../events';
import { askExtension } from '../engines';
import { BusPermissions, inboxOf, replyInboxOf } from './permissions';

/** What an extension may consume, and the fact behind it. */
const consumable = {
  events: { stream: eventRaised.stream, subject: eventRaised.subject },
  // Both lanes.
  answers: { stream: 'judgments', subject: 'judgments.answer.recorded.>' },
} as const;

export type Consumable = keyof typeof consumable;
export const consumables = Object.keys(consumable) as Consumable[];

/** A process of a user's own on the bus: an engine, a consumer of events or answers, or both. */
export interface Extension {
  /** Name of its bus user and its durable, after `extension-`. */
  name: string;
  /** The engine that it answers for. */
  engine?: string;
  consumes?: Consumable;
}

/** The durable of an extension; the set-up makes it, since the extension itself may not. */
export interface ExtensionDurable {
  stream: string;
  name: string;
  filter: string;
}

export const extensionNamePattern = /^[a-z][a-z0-9-]{0,31}$/;

/** Where the broker hears the replies of engines of users' own. */
const enginesReply = `${replyInboxOf('engine-broker', 'extension')}.*.*`;

/** Name of an extension's bus user. */
export function extensionUserOf({ name }: Extension): string {
  return `extension-${name}`;
}

export function extensionDurableOf(extension: Extension): ExtensionDurable | null {
  if (!extension.consumes) return null;
  const { stream, subject } = consumable[extension.consumes];
  return { stream, name: `${extensionUserOf(extension)}--${extension.consumes}`, filter: subject };
}

/**
 * What an extension's bus user may do: answer for its engine, fetch and acknowledge on its own durable, and nothing else.
 * It creates no consumer, since JetStream delivers for one on subjects that its user may not publish on.
 */
export function extensionPermissions(extension: Extension): BusPermissions {
  // Never empty: the server reads an empty list as everything.
  const publish = ['$JS.API.INFO'];
  const durable = extensionDurableOf(extension);
  if (durable) {
    const { stream, name } = durable;
    publish.push(`$JS.ACK.${stream}.${name}.>`);
    for (const verb of ['INFO', 'MSG.NEXT']) publish.push(`$JS.API.CONSUMER.${verb}.${stream}.${name}`);
  }
  const subscribe = [`${inboxOf(extensionUserOf(extension))}.>`];
  if (extension.engine) {
    subscribe.push(askExtension[extension.engine].subject);
    publish.push(enginesReply);
  }
  return { publish: publish.sort(), subscribe: subscribe.sort() };
}

/** Name of the bus user that containers give to all engines of a user's own. */
export const sharedExtensionUser = 'extension';

/** What that user may do: answer for engines, and nothing on streams, where its processes could take each other's facts. */
export function sharedExtensionPermissions(): BusPermissions {
  return {
    publish: ['$JS.API.INFO', enginesReply],
    subscribe: [`${inboxOf(sharedExtensionUser)}.>`, 'extensions.engines.>'].sort(),
  };
}
