import { Queryable } from '@app/persistence';
import { EventSelection } from '../coverage/coverage';

interface SelectionRow {
  id: string;
  organization: string;
  events: string[];
  namespace_prefix: string;
}

const read = {
  name: 'intake-selections',
  text: 'select id, organization, events, namespace_prefix from endpoint where organization = any($1)',
};

/** The events that the endpoints of some organizations select, by organization. */
export async function readSelections(
  db: Queryable,
  organizations: readonly string[],
): Promise<Map<string, EventSelection[]>> {
  const { rows } = await db.query<SelectionRow>(read, [organizations]);
  const byOrganization = new Map<string, EventSelection[]>();
  for (const { id, organization, events, namespace_prefix: namespacePrefix } of rows) {
    const selections = byOrganization.get(organization) ?? [];
    selections.push({ id, events, namespacePrefix });
    byOrganization.set(organization, selections);
  }
  return byOrganization;
}
