import { EventRaised, SubscriptionBody, SubscriptionView } from '@app/contracts';
import { Room } from './documents';

export interface Told {
  type: string;
  namespace: string;
  subscription: string;
  document: string;
  cause: string;
  sequence: number;
}

/** What subscriptions of an organization said, in the order of their sequence. */
export async function told(room: Room, organization: string, namespace?: string): Promise<Told[]> {
  const events = await room.said<EventRaised>(organization, 'platform.event.raised.subscription.%');
  return events
    .map(({ type, data }) => ({ ...(data as Omit<Told, 'type'>), type: type.split('.')[1] }))
    .filter((event) => namespace === undefined || event.namespace === namespace)
    .sort((a, b) => a.sequence - b.sequence);
}

/** The same, as short lines. */
export async function lines(room: Room, organization: string, namespace?: string): Promise<string[]> {
  return (await told(room, organization, namespace)).map(({ type, document, cause }) => `${type} ${document} ${cause}`);
}

export async function subscribe(
  room: Room,
  organization: string,
  namespace: string,
  name: string,
  subscription: SubscriptionBody,
): Promise<SubscriptionView> {
  const query = { namespace, name, subscription };
  const { body } = await room.subscriptions.put(query, room.call(organization));
  return (JSON.parse(body) as { subscription: SubscriptionView }).subscription;
}

/** Documents that a subscription holds as members, told or held. */
export async function membersOf(room: Room, organization: string, namespace: string, name: string): Promise<string[]> {
  const { rows } = await room.database.query<{ document_id: string }>(
    `select m.document_id from membership m join subscription s on s.id = m.subscription_id
       join namespace n on n.id = m.namespace_id
     where n.organization = $1 and n.name = $2 and s.name = $3 and m.matching order by m.document_id`,
    [organization, namespace, name],
  );
  return rows.map(({ document_id }) => document_id);
}
