import { Problem } from '@app/problem';
import type { Schema } from '@app/sdk/client';
import { isRecord } from './row.check';

/** A saved query of a set: its name, and beside it the body of the API's `PUT /subscriptions/{name}`. */
export interface SubscriptionSpec {
  name: string;
  body: Schema<'SubscriptionBody'>;
}

function parseSubscription(value: unknown, index: number, file: string): SubscriptionSpec {
  const refuse = (message: string): Problem =>
    new Problem('invalid_request', `${file}, subscription ${index + 1}: ${message}.`, { path: `/${index}` });
  if (!isRecord(value)) throw refuse('must be an object');
  const { name, ...body } = value;
  if (typeof name !== 'string' || !/^[A-Za-z0-9_-]{1,128}$/.test(name)) throw refuse('`name` must be a name');
  if (!isRecord(body.filter)) throw refuse('`filter` must be an object in the grammar of queries');
  // The service checks the rest.
  return { name, body: body as unknown as Schema<'SubscriptionBody'> };
}

/**
 * The subscriptions of a set.
 * @throws Problem `invalid_request` naming the subscription that cannot be read
 */
export function parseSubscriptions(text: string, file = 'subscriptions.json'): SubscriptionSpec[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (cause) {
    throw new Problem('invalid_request', `${file} is not valid JSON; mend it and run again.`, {}, { cause });
  }
  if (!Array.isArray(list)) throw new Problem('invalid_request', `${file} must hold a list of subscriptions.`);
  return list.map((value, index) => parseSubscription(value, index, file));
}
