import { ClientBase } from 'pg';
import { migrationClasses, adoptionOf } from './migrations';
import { SqlSchema } from './sql-schema';

/** The version whose schemas the baselines are made from. An older installation is upgraded to it first. */
const adoptedVersion = 'the version of 27 November 2026 (commit 7a8b728d)';
const maxNamed = 3;

/**
 * Takes over a schema that the migrations of before made: where all of them have run, the baselines that stand in their
 * place count as run. The names of before stay, so that a build of that version still finds nothing to do.
 * @throws Error with the version to go through when some have not run; the schema is as it was
 */
export async function adopt(client: ClientBase, sql: SqlSchema): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(`select to_regclass('migration') is not null as known`);
  if (!rows[0].known) return;
  const ran = await client.query<{ name: string }>('select name from migration');
  const names = new Set(ran.rows.map(({ name }) => name));
  const own = new Set(migrationClasses(sql.migrations).map((migration) => new migration().name));
  const { replaced, baselines } = adoptionOf(sql);
  const isOfBefore = [...names].some((name) => !own.has(name)) && !baselines.every((name) => names.has(name));
  if (!isOfBefore) return;
  const missing = [...replaced].filter(([name]) => !names.has(name)).map(([, file]) => file);
  if (missing.length > 0) throw new Error(refusal(missing));
  await client.query(
    `insert into migration (timestamp, name)
     select substring(name from '\\d+$')::bigint, name from unnest($1::text[]) as b(name)
     where not exists (select from migration m where m.name = b.name)`,
    [baselines],
  );
}

function refusal(missing: readonly string[]): string {
  const named = missing.slice(0, maxNamed).join(', ');
  const more = missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : '';
  return `The schema is older than ${adoptedVersion}: ${named}${more} did not run. Upgrade to that version first, and from it to this one (docs/upgrade.md).`;
}
