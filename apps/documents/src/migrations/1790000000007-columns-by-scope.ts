import { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Why: what is in force in a namespace is read as the templates and the namespace's own rows; with ten thousand
 * namespaces that have judgments or overrides of their own, the rows of all the others are never read.
 * Locks: changes of columns wait while the indexes are built, well under a second for a million rows each.
 * Way back: down drops the indexes; the same statements then read an organization's rows whole and are slow, not wrong.
 */
export class ColumnsByScope1790000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index judgment_column_by_scope on judgment_column (organization, scope)');
    await runner.query(
      `create index judgment_column_of_template on judgment_column (organization) where scope like '%/*'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index judgment_column_of_template');
    await runner.query('drop index judgment_column_by_scope');
  }
}
