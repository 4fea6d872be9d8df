import { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Once a UTC day an engine is asked a few fixed questions; `numbers` are the answers that the epoch began with. A table of
 * its own and no columns of `engine`: running replicas hold a prepared `select *` of that one.
 * Locks: a new table only. Way back: down; the next migration up begins with new answers.
 */
export class Canary1790000000002 implements MigrationInterface {
  readonly name = 'Canary1790000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table canary (
        engine text primary key references engine,
        after timestamptz not null,
        epoch text,
        numbers jsonb
      );`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table canary;');
  }
}
