import { Named, Queryable, encodeCursor } from '@app/persistence';
import type { ListPage } from './namespace.store';
import { coverOf, rangeOf } from './scope';

/** Namespaces that are counted under a prefix; a count of this many stands for this many or more. */
export const maxCounted = 1_000;

interface LevelRow {
  /** A name, or what some names begin with, its last slash included. */
  item: string;
  /** Every later item is this or above it. */
  next: string;
  created_at: Date | null;
  namespaces: number;
}

/** One level of the names below a prefix, and what begins with a name of that level and a slash. */
export interface NamespaceLevel extends ListPage {
  prefixes: { prefix: string; namespaces: number; template: string }[];
}

/**
 * Walks from item to item: each step is one look into the index of names, however many names a prefix stands for. `0`
 * follows the slash, and no name holds a control character.
 */
const walk: Named = {
  name: 'namespace-level',
  text: `
    with recursive level(item, next, created_at, i) as (
      select null::text collate "C", $6::text collate "C", null::timestamptz, 0
      union all
      select s.item, s.next, s.created_at, l.i + 1 from level l
      cross join lateral (
        select case when p.slash > 0 then left(n.name, p.at) else n.name end as item,
          case when p.slash > 0 then left(n.name, p.at - 1) || '0' else n.name || chr(1) end as next,
          case when p.slash = 0 then n.created_at end as created_at
        from (select name, created_at from namespace
          where organization = $1 and name >= l.next and name < $8 and ($2 or name = $3 or starts_with(name, $4))
          order by name limit 1) n
        cross join lateral (select position('/' in substr(n.name, length($5) + 1)) as slash,
          length($5) + position('/' in substr(n.name, length($5) + 1)) as at) p) s
      where l.i < $7)
    select l.item, l.next, l.created_at, case when l.created_at is not null then 1 else
      (select count(*)::int from (select from namespace n where n.organization = $1 and n.name >= l.item and n.name < l.next
        and ($2 or n.name = $3 or starts_with(n.name, $4)) limit ${maxCounted}) c) end as namespaces
    from level l where l.i > 0 order by l.i`,
};

/**
 * The names below a prefix up to the next slash; names and prefixes share the pages.
 * @param scope of the caller's key
 * @param page `from`: the `next` of the page before, or null
 */
export async function readNamespaceLevel(
  from: Queryable,
  organization: string,
  scope: string,
  page: { prefix: string; from: string | null; limit: number },
): Promise<NamespaceLevel> {
  const cover = coverOf(scope);
  const { all, exact, under } = cover;
  const { prefix, limit } = page;
  const range = rangeOf(cover, prefix);
  const { rows } = await from.query<LevelRow>(walk, [
    ...[organization, all, exact, under],
    ...[prefix, page.from ?? range.from, limit + 1, range.before],
  ]);
  const items = rows.slice(0, limit);
  const names = items.flatMap(({ item, created_at: at }) => (at ? [{ name: item, created_at: at.toISOString() }] : []));
  const prefixes = items.filter(({ created_at: at }) => at === null);
  return {
    items: names,
    prefixes: prefixes.map(({ item, namespaces }) => ({ prefix: item, namespaces, template: `${item}*` })),
    nextCursor: rows.length > limit ? encodeCursor('namespace-level', [items[items.length - 1].next]) : null,
  };
}
