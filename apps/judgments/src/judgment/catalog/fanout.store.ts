import { FanoutView } from '@app/contracts/documents';
import { OwnFanout, isTemplate } from '@app/definition';
import type { Queryable } from '@app/persistence';
import type { ScopeRef } from '../definition/judgment';

/** What a namespace sets of the members that a judgment may set as well. */
export type NamespaceFanout = Omit<OwnFanout, 'scope'>;

/**
 * The fan-out settings of a namespace, which hold where a judgment sets none. A template prefix has none, since its
 * namespaces differ.
 */
export async function readNamespaceFanout(db: Queryable, { organization, scope }: ScopeRef): Promise<NamespaceFanout> {
  if (isTemplate(scope)) return {};
  const { rows } = await db.query<{ fanout: Partial<FanoutView> }>(
    { name: 'namespace-fanout', text: 'select fanout from namespace where organization = $1 and name = $2' },
    [organization, scope],
  );
  if (rows.length === 0) return {};
  const { enabled: _enabled, share: _share, ...settings } = rows[0].fanout;
  return settings;
}
