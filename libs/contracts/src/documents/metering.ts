import { Bool, Int, ListOf, Stamp, Text } from '../field';
import { fact } from '../message';

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
