import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Why: answers keep their version, and read fresh when it is made active again; what versions that were active before
 * read must go on touching them meanwhile. Empty in rows that stand: their earlier versions' paths are known from the
 * next activation on.
 * Locks: changes of judgments wait a moment. Way back: `down` drops the column.
 */
export class EarlierPaths1790000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table judgment add column earlier_paths json not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table judgment drop column earlier_paths');
  }
}
