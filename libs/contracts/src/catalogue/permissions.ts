import { applySubject, framesSubject, subjectsOf } from '../message';
import { declaredMessages } from './declared';
import { Participant, Service, services } from '../services';
import { streams } from './streams';

export interface BusPermissions {
  publish: string[];
  subscribe: string[];
}

/** Inbox of a service; only the service itself may read replies in it. */
export function inboxOf(service: string): string {
  return `_INBOX_${service}`;
}

/**
 * Inbox of a service for the replies to frames that it sends to one owner; only that owner may publish in it. An asker adds
 * a random token of its process and the number of a frame.
 */
export function frameInboxOf(asker: Participant, owner: Participant): string {
  return `${inboxOf(asker)}.frames.${owner}`;
}

/** Inbox of a service for the replies of one owner to single requests; only that owner may publish in it. */
export function replyInboxOf(asker: Participant, owner: Participant): string {
  return `${inboxOf(asker)}.replies.${owner}`;
}

/**
 * Inbox of an owner in which one asker says which parts of a reply it has got; only that asker may publish in it. The owner
 * adds a random token of its process.
 */
export function creditInboxOf(owner: Participant, asker: Participant | '*'): string {
  return `${inboxOf(owner)}.credits.${asker}`;
}

/** Name of the consumer by which a service's relay looks up what a stream holds. */
export function relayReaderName(service: Service): string {
  return `relay--${service}`;
}

/**
 * What a service's bus user may publish and subscribe to: exactly the messages that the catalogue lists for it, the inboxes
 * of those that ask it, its own stream and durables, and its own inbox. The server's `allow_responses` would permit replies,
 * too, but it keeps each message with a reply subject for two minutes and walks them all at the next one.
 * @see docs/decisions/0100-replies-have-inboxes-of-their-own.md
 */
export function permissionsOf(service: Service): BusPermissions {
  const publish = new Set<string>(['$JS.API.INFO']);
  const subscribe = new Set<string>([`${inboxOf(service)}.>`]);
  for (const message of declaredMessages().values()) {
    if (message.kind === 'request') {
      if (message.from.includes(service)) publish.add(message.subject);
      // An extension sends no reply in parts.
      if (message.from.includes(service) && message.to !== 'extension')
        publish.add(`${creditInboxOf(message.to, service)}.*`);
      if (message.to === service) {
        subscribe.add(message.subject);
        for (const asker of message.from) publish.add(`${replyInboxOf(asker, service)}.*.*`);
      }
      if (!message.framed) continue;
      if (message.from.includes(service)) publish.add(framesSubject(message));
      if (message.to !== service) continue;
      subscribe.add(framesSubject(message));
      for (const asker of message.from) publish.add(`${frameInboxOf(asker, service)}.*.*`);
    } else if (message.kind === 'broadcast') {
      if (message.from === service) {
        publish.add(message.subject);
        subscribe.add(message.subject);
      }
    } else {
      if (message.from.includes(service)) subjectsOf(message).forEach((subject) => publish.add(subject));
      for (const holder of message.replicatedTo) {
        if (message.from.includes(service)) {
          publish.add(applySubject(message, holder));
          publish.add(`${creditInboxOf(holder, service)}.*`);
        }
        if (holder !== service) continue;
        subscribe.add(applySubject(message, holder));
        for (const asker of message.from) publish.add(`${replyInboxOf(asker, holder)}.*.*`);
      }
    }
  }
  for (const stream of streams()) {
    publish.add(`$JS.API.STREAM.INFO.${stream.name}`);
    if (stream.owner === service) {
      for (const verb of ['CREATE', 'UPDATE']) publish.add(`$JS.API.STREAM.${verb}.${stream.name}`);
      publish.add(`$JS.API.CONSUMER.DELETE.${stream.name}.*`);
    }
    const speaks = speaksOn(service, stream.name);
    if (speaks) {
      // The relay looks up the messages of its rows before it forgets them.
      const reader = `${stream.name}.${relayReaderName(service)}`;
      for (const verb of ['CREATE', 'INFO', 'DELETE', 'MSG.NEXT']) publish.add(`$JS.API.CONSUMER.${verb}.${reader}`);
    }
    for (const durable of stream.durables) {
      if (durable.consumer !== service && !speaks) continue;
      publish.add(`$JS.API.CONSUMER.INFO.${stream.name}.${durable.name}`);
      if (durable.consumer !== service) continue;
      publish.add(`$JS.ACK.${stream.name}.${durable.name}.>`);
      publish.add(`$JS.API.CONSUMER.CREATE.${stream.name}.${durable.name}`);
      publish.add(`$JS.API.CONSUMER.CREATE.${stream.name}.${durable.name}.${durable.filter}`);
      publish.add(`$JS.API.CONSUMER.DURABLE.CREATE.${stream.name}.${durable.name}`);
      publish.add(`$JS.API.CONSUMER.MSG.NEXT.${stream.name}.${durable.name}`);
    }
  }
  return { publish: [...publish].sort(), subscribe: [...subscribe].sort() };
}

function speaksOn(service: Service, stream: string): boolean {
  return [...declaredMessages().values()].some(
    (m) => m.kind === 'fact' && m.stream === stream && m.from.includes(service),
  );
}

/** The bus users of the services for the server's configuration. */
export function busUsers(): { service: Service; permissions: BusPermissions }[] {
  return services.map((service) => ({ service, permissions: permissionsOf(service) }));
}
