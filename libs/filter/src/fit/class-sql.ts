import type { StoredFit } from '@app/statistics';
import type { CalibratedField } from '../path/filter-path';
import type { AddParam } from '../sql/scope';
import { clipSql, expSql, inBillionthsSql, sigmoidSql } from './map-sql';

type ChoiceFit = Extract<StoredFit, { type: 'choice' }>;
type ScoreFit = Extract<StoredFit, { type: 'score' }>;

const given = (alias: string, key: string) =>
  `coalesce(case when jsonb_typeof(${alias}.dist -> ${key}) = 'number' then (${alias}.dist -> ${key})::float8 end, 0)`;

/**
 * The calibrated escape or most probable option as SQL. `place` numbers the options and then the escape, which has no name;
 * `e` is the numerator of the softmax. Null when the answer has no distribution.
 */
export function choiceSql(
  { options, map }: ChoiceFit,
  field: CalibratedField,
  alias: string,
  param: AddParam,
): string | null {
  if (field !== 'value' && field !== 'escape_p') return null;
  const present = (sql: string) => `(case when ${alias}.dist is not null then ${sql} end)`;
  if (map.kind === 'raw' && field === 'escape_p') return present(inBillionthsSql(`coalesce(${alias}.escape_p, 0)`));
  const p = `case when o.name is null then coalesce(${alias}.escape_p, 0) else ${given(alias, 'o.name')} end`;
  const rows = options === null ? ownOptionsSql(alias) : `unnest(${param([...options, null])}::text[]) with ordinality`;
  const read = (e: string, from: string) =>
    field === 'value'
      ? `(select name from (select name, place, ${e} as e from ${from}) read order by e desc, place limit 1)`
      : inBillionthsSql(
          `(select max(e) filter (where name is null) / sum(e) from (select name, ${e} as e from ${from}) read)`,
        );
  if (map.kind === 'raw') {
    const raw = `(select o.name, o.place, ${p} as p from ${rows} o(name, place)) o`;
    return present(read('p', raw));
  }
  const floored = `(select o.name, o.place, ${clipSql(p, map.floor, param)} as c from ${rows} o(name, place)) o`;
  const logs = `(select name, place, ln(c / sum(c) over ()) as l from ${floored}) o`;
  if (map.kind === 'temperature') return present(read(expSql(`${param(map.beta)}::float8 * l`), logs));
  const slopes = map.slopes.length === 1 ? Array.from({ length: map.biases.length }, () => map.slopes[0]) : map.slopes;
  const slope = `(${param(slopes)}::float8[])[place::int]`;
  const bias = `(${param(map.biases)}::float8[])[place::int]`;
  return present(read(expSql(`${slope} * l + ${bias}`), logs));
}

/** The options of an answer itself, in the order of their names, and last the escape, which has none. */
function ownOptionsSql(alias: string): string {
  return `(select name, row_number() over (order by name is null, name collate "C")
    from (select jsonb_object_keys(${alias}.dist) union all select null) n(name))`;
}

/**
 * The calibrated mean or most probable level as SQL. Cuts that cross are pooled as in memory: the nearest decreasing
 * sequence has, at each cut, the minimum over starts of the maximum mean over ends.
 */
export function scoreSql(
  { levels, map }: ScoreFit,
  field: CalibratedField,
  alias: string,
  param: AddParam,
): string | null {
  if (field !== 'value' && field !== 'score') return null;
  const printed = `${param(levels.map((level) => JSON.stringify(level)))}::text[]`;
  const values = `${param(levels)}::float8[]`;
  const shares = `select l.place, l.level, ${given(alias, 'l.name')} as p
    from unnest(${printed}, ${values}) with ordinality l(name, level, place)`;
  const present = (sql: string) => `(case when ${alias}.dist is not null then (${sql}) end)`;
  const result =
    field === 'score'
      ? `select ${inBillionthsSql('sum(level * p)')} from read`
      : 'select level from read order by p desc, place limit 1';
  if (map.kind === 'raw') return present(`with read as (${shares}) ${result}`);
  const cut = clipSql('above', map.floor, param);
  const bias = `(${param(map.b)}::float8[])[place::int - 1]`;
  const u = `${param(map.a)}::float8 * ln(${cut} / (1 - ${cut})) + ${bias}`;
  return present(`with share as materialized (${shares}),
    cut as materialized (select place, ${sigmoidSql(u)} as v from (
      select place, sum(p) over (order by place desc) as above from share) s where place > 1),
    pooled as materialized (select place, (select min(m) from (
      select s.place, (select max(mean) from (
        select (select avg(i.v) from cut i where i.place between s.place and t.place) as mean
        from cut t where t.place >= c.place) ends) as m
      from cut s where s.place <= c.place) starts) as g from cut c),
    read as materialized (select s.place, s.level, coalesce(g.g, 1) - coalesce(h.g, 0) as p from share s
      left join pooled g on g.place = s.place left join pooled h on h.place = s.place + 1)
    ${result}`);
}
