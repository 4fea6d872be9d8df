import { MigrationInterface, QueryRunner } from 'typeorm';
import adopted from '../../sql/adopted.json';
import baseline from '../../sql/0000-baseline.sql';
import { SqlFile, SqlSchema } from './sql-schema';

/** Tables of every service; their migrations run before its own. */
const common: readonly SqlFile[] = [{ name: '0000-baseline', text: baseline }];

/** TypeORM orders migrations by the milliseconds at the end of their names: those of every service stand first. */
const commonEpochMs = 1_780_000_000_000;
const ownEpochMs = 1_790_000_000_000;

/** The name under which TypeORM keeps that a migration has run: `0007-columns-by-scope` is `ColumnsByScope1790000000007`. */
export function migrationName({ name }: SqlFile, epochMs = ownEpochMs): string {
  const [number, ...words] = name.split('-');
  return `${words.map((word) => word[0].toUpperCase() + word.slice(1)).join('')}${epochMs + Number(number)}`;
}

/** What a schema had when its baselines stood in the place of its migrations, by the names that TypeORM kept. */
export interface Adoption {
  /** Migrations that must all have run, by name, with the file that each was. */
  replaced: ReadonlyMap<string, string>;
  /** What counts as run where they have. */
  baselines: readonly string[];
}

export function adoptionOf({ migrations, adopted: own = [] }: SqlSchema): Adoption {
  const named = (files: readonly string[], epochMs: number) =>
    files.map((name): [string, string] => [migrationName({ name, text: '' }, epochMs), name]);
  return {
    replaced: new Map([...named(adopted, commonEpochMs), ...named(own, ownEpochMs)]),
    baselines: [
      migrationName(common[0], commonEpochMs),
      ...(own.length > 0 ? migrations.slice(0, 1).map((file) => migrationName(file)) : []),
    ],
  };
}

/** All migrations of a service as TypeORM runs them. */
export function migrationClasses(own: readonly SqlFile[]): (new () => MigrationInterface)[] {
  return [
    ...common.map((file) => migrationClass(migrationName(file, commonEpochMs), file.text)),
    ...own.map((file) => migrationClass(migrationName(file), file.text)),
  ];
}

/** The header of a file that builds one index beside writers. Postgres does that in no transaction. */
export const concurrentlyHeader = /^-- Concurrently: /m;

function migrationClass(name: string, text: string): new () => MigrationInterface {
  const isConcurrent = concurrentlyHeader.test(text);
  return class implements MigrationInterface {
    readonly name = name;
    readonly transaction = !isConcurrent;

    async up(runner: QueryRunner): Promise<void> {
      if (isConcurrent) await buildConcurrently(runner, text);
      else await runner.query(text);
    }

    /** Schemas go forward only: an older build runs on a newer schema that says it is compatible. */
    down(): Promise<void> {
      return Promise.reject(
        new Error(`${name} has no way back: start a build that is compatible, or restore a backup.`),
      );
    }
  };
}

/**
 * What an earlier try left unfinished is dropped first, since `if not exists` would take it for the index. The build waits
 * for transactions that are older than itself, without keeping anybody behind it, so it may wait long.
 */
async function buildConcurrently(runner: QueryRunner, text: string): Promise<void> {
  const [{ limit }] = (await runner.query(`select current_setting('lock_timeout') as limit`)) as { limit: string }[];
  await runner.query(`set lock_timeout = 0`);
  try {
    const unfinished = (await runner.query(
      `select format('%I', c.relname) as name from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = current_schema()::regnamespace and not i.indisvalid and c.relkind = 'i' and not c.relispartition`,
    )) as { name: string }[];
    for (const { name } of unfinished) await runner.query(`drop index concurrently ${name}`);
    await runner.query(text);
  } finally {
    await runner.query(`set lock_timeout = '${limit}'`);
  }
}
