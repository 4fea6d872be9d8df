import type { SubscriptionBody, SubscriptionView } from '@app/contracts/documents';
import type { EventRaised } from '@app/contracts/events';
import type { Metrics } from '@app/observability';
import { DocumentsHarness } from './documents-harness';

/** What an event of a membership says. */
export interface RaisedMove {
  type: string;
  namespace: string;
  subscription: string;
  document: string;
  cause: string;
  sequence: number;
}

/** The events that subscriptions of an organization raised, in the order of their sequence. */
export async function raisedMoves(
  harness: DocumentsHarness,
  organization: string,
  namespace?: string,
): Promise<RaisedMove[]> {
  const events = await harness.published<EventRaised>(organization, 'platform.event.raised.subscription.%');
  return events
    .map(({ type, data }) => ({ ...(data as Omit<RaisedMove, 'type'>), type: type.split('.')[1] }))
    .filter((event) => namespace === undefined || event.namespace === namespace)
    .sort((a, b) => a.sequence - b.sequence);
}

/** The same events, each as `type document cause`. */
export async function raisedLines(
  harness: DocumentsHarness,
  organization: string,
  namespace?: string,
): Promise<string[]> {
  const moves = await raisedMoves(harness, organization, namespace);
  return moves.map(({ type, document, cause }) => `${type} ${document} ${cause}`);
}

export async function subscribe(
  harness: DocumentsHarness,
  organization: string,
  namespace: string,
  name: string,
  subscription: SubscriptionBody,
): Promise<SubscriptionView> {
  const query = { namespace, name, subscription };
  const { body } = await harness.subscriptions.put(query, harness.call(organization));
  return (JSON.parse(body) as { subscription: SubscriptionView }).subscription;
}

/** Ids of the documents that are members of a subscription, those inside `min_hold` included. */
export async function membersOf(
  harness: DocumentsHarness,
  organization: string,
  namespace: string,
  name: string,
): Promise<string[]> {
  const { rows } = await harness.database.query<{ document_id: string }>(
    `select m.document_id from membership m join subscription s on s.id = m.subscription_id
       join namespace n on n.id = m.namespace_id
     where n.organization = $1 and n.name = $2 and s.name = $3 and m.matching order by m.document_id`,
    [organization, namespace, name],
  );
  return rows.map(({ document_id }) => document_id);
}

/** How many evaluations against subscriptions there were, of one cause or of all. */
export async function countEvaluations({ metrics }: DocumentsHarness, cause?: string): Promise<number> {
  const values = await readCounter(metrics, 'judgment_subscription_evaluations_total');
  return sum(values.filter(({ labels }) => cause === undefined || labels.cause === cause));
}

/** How many documents walks have evaluated. */
export async function countWalked({ metrics }: DocumentsHarness): Promise<number> {
  return sum(await readCounter(metrics, 'judgment_subscription_walk_documents_total'));
}

interface MetricValue {
  value: number;
  labels: { cause?: string };
}

async function readCounter(metrics: Metrics, name: string): Promise<MetricValue[]> {
  const metric = (await metrics.registry.getMetricsAsJSON()).find((one) => one.name === name);
  return (metric?.values ?? []) as MetricValue[];
}

function sum(values: readonly MetricValue[]): number {
  return values.reduce((all, { value }) => all + value, 0);
}
