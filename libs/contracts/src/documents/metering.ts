import { Bool, Int, ListOf, Stamp, Text } from '../field';
import { fact } from '../message';

/** What a namespace holds, as documents counts it. */
export class MeteredNamespace {
  @Text() namespace: string;
  @Int() documents: number;
  @Int({ meaning: 'Of attributes and state, as stored.' }) bytes: number;
  @Bool() pinned: boolean;
  @Text({ nullable: true, meaning: 'UTC month of its last write, `YYYY-MM`; null when it was never written.' })
  written_month: string | null;
}
/** Only namespaces whose figures moved since they were told last. */
export class NamespacesMetered {
  @Text() organization: string;
  @ListOf(() => MeteredNamespace, { min: 1, max: 500 }) namespaces: MeteredNamespace[];
  @Stamp({ meaning: 'A figure stands from here on until the next.' }) measured_at: string;
}
export const namespacesMetered = fact({
  subject: 'documents.namespace.metered.v1',
  why: 'Sizes and writes of namespaces, for the tenant fee and the GiB-months of pinned ones.',
  from: 'documents',
  payload: NamespacesMetered,
  consumers: ['billing'],
});
