import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Why: one reply carries what an answer cost, whichever replica judged it and however many readers waited; `told` says
 * that one did. `tokens` and `cost_usd` are the answer's share of its ask.
 * Locks: a moment of `answer`; the defaults are constant, so no row is written. Way back: `down` drops the columns.
 */
export class ToldAnswers1790000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table answer add column tokens int not null default 0, add column cost_usd float8 not null default 0,
        add column told boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table answer drop column told, drop column cost_usd, drop column tokens');
  }
}
