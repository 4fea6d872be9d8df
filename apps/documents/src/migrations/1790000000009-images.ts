import { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Why: pictures are kept in their namespace under an id made of their bytes. An erased one stays as a row without bytes,
 * which says that it was there; `detached_at` tells that no document names it any more. Bytes stand outside of the row
 * and uncompressed: they are compressed already, and reading a picture's facts never reads them.
 * Locks: none but a moment on `document` for the index over documents that name pictures, of which there are none yet.
 * Way back: down drops the table; documents keep the ids they name, which then read as unknown.
 */
export class Images1790000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table image (
        namespace_id bigint not null,
        id text collate "C" not null,
        media_type text not null,
        bytes int not null,
        width int not null,
        height int not null,
        data bytea,
        created_at timestamptz not null default app.now(),
        erased_at timestamptz,
        detached_at timestamptz,
        primary key (namespace_id, id)
      )`);
    await runner.query('alter table image alter column data set storage external');
    await runner.query(
      'create index image_to_detach on image (erased_at) where erased_at is not null and detached_at is null',
    );
    await runner.query(
      `create index document_by_image on document using gin (jsonb_path_query_array(images, '$.*')) where images <> '{}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index document_by_image');
    await runner.query('drop table image');
  }
}
