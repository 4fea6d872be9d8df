import { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Why: `metered` has the figures of each namespace as billing received them last, so that only what moved is published,
 * and so that an organization's totals are a sum over one row a namespace.
 * Locks: a new table only. Way back: down drops it; everything is published once more after the next up.
 */
export class MeteredNamespaces1790000000010 implements MigrationInterface {
  readonly name = 'MeteredNamespaces1790000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table metered (
        namespace_id bigint primary key,
        organization text collate "C" not null,
        documents bigint not null,
        bytes bigint not null,
        pinned boolean not null,
        written_month text
      ) with (fillfactor = 70);
      create index metered_by_organization on metered (organization) include (documents, bytes);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table metered');
  }
}
