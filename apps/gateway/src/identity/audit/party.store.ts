import { Queryable } from '@app/persistence';
import { AuditParty, PartyKind } from './audit.schema';

/** What an id of the audit stands for, by the part before its `_`. A membership's id is not written there. */
const kinds: Readonly<Record<string, PartyKind>> = {
  usr: 'person',
  key: 'key',
  ses: 'session',
  idp: 'provider',
  org: 'organization',
};
/** Engines are written by name: ids have a `_`. */
function kindOf(id: string): PartyKind {
  if (id === 'operator') return 'operator';
  return kinds[id.split('_')[0]] ?? (id.includes('_') ? 'other' : 'model');
}

interface PartyRow {
  id: string;
  name: string | null;
  email: string | null;
  current: boolean;
}

// Of a person who left, only what this organization wrote down of them: their account is theirs.
const find = `
  select a.id, a.name, m.email, true as current
  from member m join account a on a.id = m.account_id where m.organization_id = $1 and m.account_id = any($2)
  union all
  select w.id, null, l.email, false
  from unnest($2::text[]) w(id) cross join lateral (
    select coalesce(u.after->>'email', u.before->>'email') as email from audit u
    where u.organization_id = $1 and u.target = w.id and (u.after ? 'email' or u.before ? 'email')
    order by u.id desc limit 1) l
  where w.id like 'usr\\_%' and not exists (select from member m where m.organization_id = $1 and m.account_id = w.id)
  union all
  select k.id, k.description, null, k.revoked_at is null and coalesce(k.expires_at > app.now(), true)
  from api_key k where k.organization_id = $1 and k.id = any($2)
  union all
  select s.id, null, m.email, s.revoked_at is null and s.expires_at > app.now()
  from session s left join member m on m.organization_id = $1 and m.account_id = s.account_id
  where s.organization_id = $1 and s.id = any($2)
  union all
  select p.id, p.name, null, true from identity_provider p where p.organization_id = $1 and p.id = any($2)
  union all
  select o.id, o.name, null, true from organization o where o.id = $1 and o.id = any($2)`;

/** Who and what ids stand for in an organization, by id: every id has a party, also when nothing is known of it any more. */
export async function findParties(
  database: Queryable,
  organization: string,
  ids: readonly string[],
): Promise<Map<string, AuditParty>> {
  const asked = [...new Set(ids)];
  const { rows } = await database.query<PartyRow>(find, [organization, asked]);
  const known = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    asked.map((id): [string, AuditParty] => {
      const kind = kindOf(id);
      const isAlways = kind === 'operator' || kind === 'model';
      const { name = null, email = null, current = isAlways } = known.get(id) ?? {};
      return [id, { kind, id, name, email, current }];
    }),
  );
}
