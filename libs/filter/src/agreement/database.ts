import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { attributeKeys } from '../attribute/attribute-key';
import { judgments, names } from './world';
import type { Row } from './world';

const tables = `
  create table document (namespace_id bigint, id text collate "C", version bigint, born bigint, attributes jsonb, state jsonb,
    images jsonb, created_at timestamptz, updated_at timestamptz, primary key (namespace_id, id));
  create table attribute (namespace_id bigint, name text collate "C", key bytea, document_id text collate "C",
    primary key (namespace_id, name, key, document_id));
  create table answer (namespace_id bigint, document_id text collate "C", judgment_id text collate "C", record bigint, version int,
    document_version bigint, wanted bigint not null, seen bigint not null, wanted_at timestamptz, cause text,
    number double precision, value text, escape_p double precision, features jsonb, parts jsonb, dist jsonb, epoch text,
    judged_at timestamptz, failure text, body jsonb, primary key (namespace_id, document_id, judgment_id));
  create index on answer (namespace_id, judgment_id, number, document_id);
  create table pair_index (id bigint, namespace_id bigint, equal_name text collate "C", ordered_name text collate "C", state text);
  create table attribute_pair (namespace_id bigint, pair bigint, equal_key bytea, key bytea, document_id text collate "C",
    primary key (namespace_id, pair, equal_key, key, document_id));`;

/** Created only when it is missing: other specs on the same server may have moved the clock. */
const clock = `
  do $$ begin
    if to_regprocedure('app.now()') is null then
      create schema if not exists app;
      create function app.now() returns timestamptz language sql stable as 'select statement_timestamp()';
    end if;
  end $$`;

const functionOf = (name: string) =>
  readFileSync(join(__dirname, `../../../../apps/documents/sql/functions/${name}.sql`), 'utf8');
/** The function of the read model's schema that filters call, and the one that gives the rows of pairs. */
const functions = ['instant_of', 'pair_rows'].map(functionOf).join(';');

/** The tables of the read model in a schema of their own, on the test server. */
export class TestDatabase {
  private readonly schema = `filter_${randomBytes(6).toString('hex')}`;

  private constructor(readonly client: Client) {}

  static async open(): Promise<TestDatabase> {
    const connectionString = process.env['TEST_DATABASE_URL'];
    if (!connectionString) throw new Error('TEST_DATABASE_URL is not set: run with --selectProjects real');
    const database = new TestDatabase(new Client({ connectionString }));
    await database.client.connect();
    await database.client.query('select pg_advisory_lock(7001)');
    await database.client.query(
      `create schema ${database.schema}; set search_path = ${database.schema}; ${tables}; ${functions}; ${clock}`,
    );
    await database.client.query('select pg_advisory_unlock(7001)');
    return database;
  }

  async close(): Promise<void> {
    await this.client.query(`drop schema if exists ${this.schema} cascade`);
    await this.client.end();
  }

  async store(rows: readonly Row[], namespace: number): Promise<void> {
    for (const row of rows) {
      const { id, version, attributes, state, created_at, updated_at } = row;
      await this.client.query('insert into document values ($1, $2, $3, $3, $4, $5, null, $6, $7)', [
        ...[namespace, id, version, JSON.stringify(attributes), JSON.stringify(state), created_at, updated_at],
      ]);
      for (const [name, value] of Object.entries(attributes)) {
        for (const key of attributeKeys(value)) {
          await this.client.query('insert into attribute values ($1, $2, $3, $4)', [namespace, name, key, id]);
        }
      }
      await this.storeAnswers(row, namespace);
    }
    await this.client.query('analyze');
  }

  /** Stores the rows of a pair of attributes, as writes and walks do. @returns its id */
  async storePair(equal: string, ordered: string, namespace: number): Promise<string> {
    const { rows } = await this.client.query<{ id: string }>(
      `insert into pair_index select count(*) + 1, $1, $2, $3, 'ready' from pair_index returning id`,
      [namespace, equal, ordered],
    );
    const documents = 'array(select id from document where namespace_id = $1)';
    await this.client.query(
      `insert into attribute_pair select $1, r.* from pair_rows($1, ${documents},
         array_fill($2::text, array[(select count(*)::int from document where namespace_id = $1)])) r where r.pair = $3::bigint`,
      [namespace, equal, rows[0]!.id],
    );
    return rows[0]!.id;
  }

  private async storeAnswers({ id, answers }: Row, namespace: number): Promise<void> {
    for (const name of names) {
      const answer = answers[name];
      if (answer === undefined) continue;
      await this.client.query(
        `insert into answer values ($1, $2, $3, $4, $5, 1, $6, $7, null, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
        [
          ...[
            namespace,
            id,
            judgments[name].judgmentId,
            answer.record,
            answer.version,
            answer.wantedVersion,
            answer.seenVersion,
          ],
          ...[answer.cause, answer.number, answer.value, answer.escape_p],
          ...[answer.features, answer.parts, answer.dist, answer.epoch],
          ...[answer.judged_at, answer.failure, answer.record > 0 ? '{}' : null],
        ],
      );
    }
  }
}
