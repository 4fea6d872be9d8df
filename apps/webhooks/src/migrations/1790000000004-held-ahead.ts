import { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * `ahead`: held in memory until there is room, and no attempt yet: `attempts` counts it when its result is kept. Still true
 * on a delivery that is due, it says that its holder is gone; then the next claim counts at once, so that a
 * loop of crashes ends.
 * Locks: `delivery` for a moment (a default of a new column rewrites nothing). Way back: down.
 */
export class HeldAhead1790000000004 implements MigrationInterface {
  readonly name = 'HeldAhead1790000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table delivery add column ahead boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table delivery drop column ahead');
  }
}
