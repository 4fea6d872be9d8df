import { Client } from 'pg';
import { sellerGroup, sellersOfGroup } from '../load/documents';

const atOnce = 4;

/**
 * Fills a namespace with copies of the rows of another one that holds one group of sellers, under the ids and sellers that
 * `documentOf` gives. Only the loading is cheaper: ids, attributes, keys and sizes are those that writes would have made,
 * the texts repeat.
 * @param url of the services' database
 * @param documents whole groups
 */
export async function copyDocuments(url: string, from: string, to: string, documents: number): Promise<void> {
  const groups = Array.from({ length: documents / sellerGroup }, (_, group) => group);
  const worker = async (): Promise<void> => {
    const client = new Client({ connectionString: url, options: '-c search_path=documents,app' });
    await client.connect();
    try {
      for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
        for (const statement of [copiedDocuments, copiedAttributes, counted])
          await client.query(statement, [from, to, group * sellerGroup]);
      }
    } finally {
      await client.end();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const numberOf = (id: string): string => `substr(${id}, 5)::int`;
const sellerOf = (number: string): string =>
  `'s' || (${number} / ${sellerGroup} * ${sellersOfGroup} + ${number} % ${sellersOfGroup})`;
const both = `(select id from namespace where name = $1) f, (select id from namespace where name = $2) t`;
const number = '(n.i + $3::int)';

const copiedDocuments = `insert into document (namespace_id, id, version, born, attributes, state, images, bytes, created_at, updated_at, state_digest)
  select t.id, 'doc:' || ${number}, d.version, d.born, d.attributes || jsonb_build_object('seller', ${sellerOf(number)}), d.state, d.images,
    d.bytes, d.created_at, d.updated_at, d.state_digest
  from ${both}, document d cross join lateral (select ${numberOf('d.id')} as i) n where d.namespace_id = f.id`;

const copiedAttributes = `insert into attribute (namespace_id, name, key, document_id)
  select t.id, a.name, case a.name when 'seller' then '\\x30'::bytea || convert_to(${sellerOf(number)}, 'UTF8') else a.key end,
    'doc:' || ${number}
  from ${both}, attribute a cross join lateral (select ${numberOf('a.document_id')} as i) n where a.namespace_id = f.id`;

const counted = `insert into namespace_counter as c (namespace_id, day, slot, documents, bytes, changes)
  select t.id, (app.now() at time zone 'UTC')::date, 0, count(*), sum(d.bytes), count(*)
  from ${both}, document d where d.namespace_id = f.id and $3::int >= 0 group by t.id
  on conflict (namespace_id, day, slot) do update set documents = c.documents + excluded.documents,
    bytes = c.bytes + excluded.bytes, changes = c.changes + excluded.changes, to_measure = true`;
