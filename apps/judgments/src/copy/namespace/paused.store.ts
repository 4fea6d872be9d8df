import type { Named, Queryable } from '@app/persistence';

/** Namespaces that one reply names at most. */
const maxPaused = 500;

const paused: Named = {
  name: 'namespace-paused-among',
  text: `
    select n.name from namespace n where n.organization = $1 and n.paused
      and exists (select from unnest($2::text[]) s(scope)
        where n.name = s.scope or (right(s.scope, 1) = '*' and starts_with(n.name, left(s.scope, -1))))
    order by n.name limit ${maxPaused}`,
};

/** The namespaces, of some scopes or below them, whose judging is paused: the first 500 by name. */
export async function readPaused(from: Queryable, organization: string, scopes: readonly string[]): Promise<string[]> {
  const { rows } = await from.query<{ name: string }>(paused, [organization, scopes]);
  return rows.map(({ name }) => name);
}
