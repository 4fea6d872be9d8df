import { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Why: a query whose conditions and order are attributes alone is decided by looking other attributes of a document up
 * by its id, without fetching the document (apps/documents/README.md); only the page's documents are fetched.
 * Locks: writes of documents wait while the index is built (about half a second for 200,000 rows).
 * Way back: down drops the index; the same statements then walk the primary key and are slow, not wrong.
 */
export class AttributeByDocument1790000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index attribute_by_document on attribute (namespace_id, document_id, name) include (key)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index attribute_by_document');
  }
}
