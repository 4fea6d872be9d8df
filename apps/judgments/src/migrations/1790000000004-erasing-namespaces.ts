import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Why: what a deleted namespace leaves is erased in pieces; `erasing` says that some may be left, so that a retry after
 * a kill goes on, and a retry after the end does not touch a namespace made again under the name.
 * Locks: a moment of `namespace`; the default is constant, so no row is written. Way back: `down` drops the column.
 */
export class ErasingNamespaces1790000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table namespace add column erasing boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table namespace drop column erasing');
  }
}
