import Fastify from 'fastify';
import { Pool } from 'pg';
import { BenchDocument } from '../load/documents';

/*
 * The raw limit: Fastify and pg and nothing else. No keys, no limits, no validation, no bus, no outbox; named statements
 * and a pool of ten. What it stores it can find: one expression index serves the same query.
 */

const schema = `
create table if not exists bare_document (
  ns text not null, id text not null, version bigint not null, attributes jsonb not null, state jsonb not null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), primary key (ns, id));
create sequence if not exists bare_version;
create index if not exists bare_document_query on bare_document (ns, (attributes->>'seller'), ((attributes->>'total')::numeric));
create table if not exists bare_answer (
  ns text not null, document text not null, judgment text not null, body jsonb not null, primary key (ns, document, judgment));`;

const upsert = {
  name: 'bare-upsert',
  text: `insert into bare_document (ns, id, version, attributes, state)
         select $1, d.id, nextval('bare_version'), d.attributes, d.state
         from jsonb_to_recordset($2::jsonb) as d(id text, attributes jsonb, state jsonb) order by d.id
         on conflict (ns, id) do update set version = excluded.version, attributes = excluded.attributes,
           state = excluded.state, updated_at = now()
         returning id, version`,
};
const read = {
  name: 'bare-read',
  text: 'select id, version, attributes, state, created_at, updated_at from bare_document where ns = $1 and id = $2',
};
const readWithAnswers = {
  name: 'bare-read-answers',
  text: `select d.id, d.version, d.attributes, d.state, d.created_at, d.updated_at,
           (select jsonb_object_agg(a.judgment, a.body) from bare_answer a where a.ns = d.ns and a.document = d.id) as answers
         from bare_document d where d.ns = $1 and d.id = $2`,
};
const query = {
  name: 'bare-query',
  text: `select id, version, attributes, state from bare_document
         where ns = $1 and attributes->>'seller' = $2 and (attributes->>'total')::numeric between $3 and $4
         order by (attributes->>'total')::numeric limit 20`,
};

interface QueryRequest {
  filter: { 'attributes.seller': string; 'attributes.total': { gte: number; lte: number } };
}

/** Starts the bare server on a free port. */
export async function startBare(databaseUrl: string): Promise<{ origin: string; pool: Pool; close(): Promise<void> }> {
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });
  await pool.query(schema);
  const app = Fastify({ bodyLimit: 8 * 1024 * 1024, routerOptions: { maxParamLength: 1024 } });
  app.post<{ Params: { ns: string }; Body: { upsert: BenchDocument[] } }>(
    '/namespaces/:ns/documents',
    async ({ params, body }) => {
      const { rows } = await pool.query({ ...upsert, values: [params.ns, JSON.stringify(body.upsert)] });
      return { upserted: rows.length, documents: rows };
    },
  );
  app.get<{ Params: { ns: string; id: string }; Querystring: { answers?: string } }>(
    '/namespaces/:ns/documents/:id',
    async ({ params, query: { answers } }, reply) => {
      const { rows } = await pool.query({ ...(answers ? readWithAnswers : read), values: [params.ns, params.id] });
      return rows[0] ?? reply.code(404).send({});
    },
  );
  app.post<{ Params: { ns: string }; Body: QueryRequest }>('/namespaces/:ns/query', async ({ params, body }) => {
    const { gte, lte } = body.filter['attributes.total'];
    const { rows } = await pool.query({ ...query, values: [params.ns, body.filter['attributes.seller'], gte, lte] });
    return { documents: rows };
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin,
    pool,
    close: async () => {
      await app.close();
      await pool.end();
    },
  };
}
