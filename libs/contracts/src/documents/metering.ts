import { Bool, Int, ListOf, Stamp, Text } from '../field';
import { fact, request } from '../message';

/** The size of a namespace, as documents counts it. */
export class MeteredNamespace {
  @Text() namespace: string;
  @Int() documents: number;
  @Int({ meaning: 'Size of attributes and state as stored.' }) bytes: number;
  @Bool() pinned: boolean;
  @Text({ nullable: true, meaning: 'UTC month of the last write, `YYYY-MM`; null before the first.' })
  written_month: string | null;
}
/** Sizes of the namespaces whose sizes changed since the previous fact. */
export class NamespacesMetered {
  @Text() organization: string;
  @ListOf(() => MeteredNamespace, { min: 1, max: 500 }) namespaces: MeteredNamespace[];
  @Stamp({ meaning: 'When the sizes were measured; they hold until the next fact.' }) measured_at: string;
}
export const namespacesMetered = fact({
  subject: 'documents.namespace.metered.v1',
  why: 'Sizes and writes of namespaces changed; billing needs them for the tenant fee and for GiB-months.',
  from: 'documents',
  payload: NamespacesMetered,
  consumers: ['billing'],
});

export class ReadHeld {}
/** What an organization holds in all its namespaces, as its quotas count it: at the last measurement. */
export class HeldFound {
  @Int() namespaces: number;
  @Int() documents: number;
  @Int({ meaning: 'Size of attributes and state as stored.' }) bytes: number;
}
export const readHeld = request({
  subject: 'documents.quota.held.v1',
  why: "Reads what the caller's organization holds, to show it beside the limits of its plan.",
  from: ['gateway'],
  to: 'documents',
  query: ReadHeld,
  reply: HeldFound,
});
