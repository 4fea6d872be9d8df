import { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Why: a judgment detached from a template keeps its answers and outcomes under the template's id; `copied` has the two
 * numbers of its first version, so that reports show the copy's own.
 * Locks: none that matter, the column is null in rows that stand. Way back: `down` drops it; reports then show the
 * template's number.
 */
export class DetachedCopies1790000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table judgment add column copied jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table judgment drop column copied');
  }
}
