import { Client } from 'pg';
import { pathOf, until } from '../stack/client';
import { judgmentOf } from '../stack/loading';
import { StackSite } from '../stack/site';

const chunk = 2000;
const atOnce = 3;
const knownLimitS = 30;
const names = ['first', 'second', 'third'];

/**
 * Gives documents 0 to `documents` - 1 of a namespace an answer of each of three judgments. The documents service's own
 * function applies them, as it applies what judgments records; no engine is asked, and judgments keeps no record.
 * @returns how many answers there are
 */
export async function seedAnswers(site: StackSite, namespace: string, documents: number): Promise<number> {
  for (const name of names) {
    const body = { ...judgmentOf(name, 'state.text', 0), freshness: { policy: 'manual' } };
    await site.client.call('POST', `${pathOf(namespace)}/judgments`, body);
  }
  const url = new URL(site.stack.adminUrl);
  url.pathname = '/judgment';
  const ranges = Array.from({ length: Math.ceil(documents / chunk) }, (_, i) => i * chunk);
  const worker = async (): Promise<void> => {
    const client = new Client({ connectionString: url.href, options: '-c search_path=documents,app' });
    await client.connect();
    try {
      const ids = await idsOf(client, namespace);
      for (let from = ranges.shift(); from !== undefined; from = ranges.shift())
        await client.query(applied, [namespace, ids, from, Math.min(from + chunk, documents) - 1]);
    } finally {
      await client.end();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return names.length * documents;
}

/** The public API names judgments and shows no id. */
async function idsOf(client: Client, namespace: string): Promise<string[]> {
  let ids: string[] = [];
  await until(async () => {
    const { rows } = await client.query<{ id: string }>(
      `select judgment_id as id from judgment_column where scope = $1 and kind = 'judgment' and name = any($2)`,
      [namespace, names],
    );
    ids = rows.map(({ id }) => id);
    return ids.length === names.length;
  }, knownLimitS);
  return ids;
}

const engine = `jsonb_build_object('name', 'jev', 'version', 'current')`;
const epoch = `'current+2026-11-25.1'`;
const judgedAt = `'2026-11-25T12:00:00.000Z'`;

/** The body is as `bodyOf` of the documents service makes it. Probabilities are spread evenly. */
const applied = `
  select jsonb_array_length(apply_answers(n.organization, n.name, a.entries) -> 'applied')
  from namespace n cross join lateral (
    select jsonb_agg(jsonb_build_object('document', d.id, 'judgment', j.id, 'last_record', 1, 'last_document_version', d.version,
      'failure', null, 'record', 1, 'version', 1, 'document_version', d.version, 'seen', d.version, 'number', r.p, 'epoch', ${epoch},
      'judged_at', ${judgedAt}, 'body', jsonb_build_object('id', 'ans_' || md5(d.id || j.id), 'engine', ${engine}, 'epoch', ${epoch},
        'version', 1, 'documentVersion', d.version, 'judgedAt', ${judgedAt}, 'truncated', false, 'number', r.p, 'value', null,
        'escapeP', null, 'dist', null, 'normalized', null))) as entries
    from document d cross join unnest($2::text[]) j(id)
      cross join lateral (select (hashtext(d.id || j.id) & 65535) / 65536.0 as p) r
    where d.namespace_id = n.id and d.id = any(array(select 'doc:' || i from generate_series($3::int, $4::int) i))) a
  where n.name = $1`;
