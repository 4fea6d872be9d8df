import { MigrationInterface, QueryRunner } from 'typeorm';
import commonTables from '../../sql/0000-common-tables.sql';
import jobFailures from '../../sql/0001-job-failures.sql';
import { SqlFile } from './sql-schema';

/** Tables of every service; their migrations run before its own. */
const common: readonly SqlFile[] = [
  { name: '0000-common-tables', text: commonTables },
  { name: '0001-job-failures', text: jobFailures },
];

/** TypeORM orders migrations by the milliseconds at the end of their names: those of every service stand first. */
const commonEpochMs = 1_780_000_000_000;
const ownEpochMs = 1_790_000_000_000;

/** The name under which TypeORM keeps that a migration has run: `0007-columns-by-scope` is `ColumnsByScope1790000000007`. */
export function migrationName({ name }: SqlFile, epochMs = ownEpochMs): string {
  const [number, ...words] = name.split('-');
  return `${words.map((word) => word[0].toUpperCase() + word.slice(1)).join('')}${epochMs + Number(number)}`;
}

/** The names of the migrations that made the common tables before they had files of their own. */
export const commonTablesName = migrationName(common[0], commonEpochMs);

/** All migrations of a service as TypeORM runs them. */
export function migrationClasses(own: readonly SqlFile[]): (new () => MigrationInterface)[] {
  return [
    ...common.map((file) => migrationClass(migrationName(file, commonEpochMs), file.text)),
    ...own.map((file) => migrationClass(migrationName(file), file.text)),
  ];
}

function migrationClass(name: string, text: string): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(text);
    }

    /** Schemas go forward only: an older build runs on a newer schema that says it is compatible. */
    down(): Promise<void> {
      return Promise.reject(
        new Error(`${name} has no way back: start a build that is compatible, or restore a backup.`),
      );
    }
  };
}
