import { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Why: a copy that a namespace detached from a template shares its judgment id, so two copies' versions share numbers:
 * their fits are told apart by `scope`, the namespace; it is empty for all others.
 * Locks: `fit` for a moment; it is small. Way back: down keeps the fits without a scope.
 */
export class FitsByScope1790000000013 implements MigrationInterface {
  readonly name = 'FitsByScope1790000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table fit add column scope text collate "C" not null default '';
      alter table fit drop constraint fit_pkey;
      alter table fit add primary key (organization, judgment_id, scope, version, engine_version);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from fit where scope <> '';
      alter table fit drop constraint fit_pkey;
      alter table fit add primary key (organization, judgment_id, version, engine_version);
      alter table fit drop column scope;`);
  }
}
