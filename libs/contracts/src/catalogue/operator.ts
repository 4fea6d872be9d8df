import { declaredMessages } from './declared';
import { BusPermissions, creditInboxOf, inboxOf } from './permissions';
import { Service } from '../services';
import { streams } from './streams';

/** Name of the bus user of the operator's command that asks services. */
export const operatorUser = 'operator';

/** The service that has the command. On the servers that we configure the user has its password: who runs the command knows it. */
export const operatorHost: Service = 'gateway';

/**
 * What that user may do: send the requests that name it, which only read, hear their replies, and look how far durables are.
 * It takes, acknowledges and publishes no fact.
 */
export function operatorPermissions(): BusPermissions {
  const publish = new Set<string>(['$JS.API.INFO']);
  for (const message of declaredMessages().values()) {
    if (message.kind !== 'request' || !message.from.includes(operatorUser)) continue;
    publish.add(message.subject).add(`${creditInboxOf(message.to, operatorUser)}.*`);
  }
  for (const { name, durables } of streams()) {
    for (const durable of durables) publish.add(`$JS.API.CONSUMER.INFO.${name}.${durable.name}`);
  }
  return { publish: [...publish].sort(), subscribe: [`${inboxOf(operatorUser)}.>`] };
}
