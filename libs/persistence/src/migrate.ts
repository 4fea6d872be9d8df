import { DataSource } from 'typeorm';
import { DatabaseOptions, dataSourceOptions } from './database';

/** Brings a schema to what this build knows. Run as a job before the services start. */
export async function migrate(options: DatabaseOptions): Promise<string[]> {
  const dataSource = await new DataSource({ ...dataSourceOptions(options), poolSize: 1 } as ConstructorParameters<
    typeof DataSource
  >[0]).initialize();
  try {
    const ran = await dataSource.runMigrations({ transaction: 'each' });
    return ran.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}

/** Undoes every migration, newest first: only specs do this. */
export async function unmigrate(options: DatabaseOptions): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  try {
    for (const _ of dataSource.migrations) await dataSource.undoLastMigration({ transaction: 'each' });
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Refuses to run on a schema that a newer build made, or that still waits for this build's migrations.
 * @throws Error with one sentence that tells what to do
 */
export async function assertSchemaKnown(dataSource: DataSource): Promise<void> {
  const known = new Set(dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name));
  const table = `"${dataSource.options.type === 'postgres' ? (dataSource.options.schema ?? 'public') : 'public'}"."migration"`;
  const rows = (await dataSource.query(`select name from ${table}`)) as { name: string }[];
  const unknown = rows.filter(({ name }) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`The schema is newer than this build (${unknown[0].name}); start a newer build.`);
  if (rows.length < known.size) throw new Error('The schema waits for migrations; run the migrate job first.');
}
