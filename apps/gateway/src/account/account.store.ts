import { Queryable, Tx, newId } from '@app/persistence';
import { nextRevision } from '../key/key.store';
import { emailKeyOf } from './email';

export interface AccountRow {
  /** `usr_...`. */
  id: string;
  email: string;
  name: string | null;
  password_hash: string | null;
  /** When the person first signed in; null when they never did. */
  signed_in_at: Date | null;
  single_keys: boolean;
}

const columns = 'id, email, name, password_hash, signed_in_at, single_keys';

export async function findAccount(database: Queryable, id: string): Promise<AccountRow | null> {
  const { rows } = await database.query<AccountRow>(`select ${columns} from account where id = $1`, [id]);
  return rows[0] ?? null;
}

export async function findAccountByEmail(database: Queryable, email: string): Promise<AccountRow | null> {
  const { rows } = await database.query<AccountRow>(`select ${columns} from account where email_key = $1`, [
    emailKeyOf(email),
  ]);
  return rows[0] ?? null;
}

/** The account of an address, made when there is none. */
export async function putAccount(tx: Tx, email: string): Promise<AccountRow> {
  const revision = await nextRevision(tx);
  const { rows } = await tx.query<AccountRow>(
    `insert into account (id, email, email_key, revision) values ($1, $2, $3, $4)
     on conflict (email_key) do update set revision = $4
     returning ${columns}`,
    [newId('usr'), email, emailKeyOf(email), revision],
  );
  return rows[0];
}

/** Sets what is given; null takes a name away. */
export async function changeAccount(
  tx: Tx,
  id: string,
  change: { name?: string | null; passwordHash?: string; singleKeys?: boolean },
): Promise<AccountRow> {
  const revision = await nextRevision(tx);
  const { rows } = await tx.query<AccountRow>(
    `update account
     set name = case when $2 then $3 else name end, password_hash = coalesce($4, password_hash),
       single_keys = coalesce($5, single_keys), revision = $6
     where id = $1 returning ${columns}`,
    [
      id,
      change.name !== undefined,
      change.name ?? null,
      change.passwordHash ?? null,
      change.singleKeys ?? null,
      revision,
    ],
  );
  return rows[0];
}

/** Notes that the person signed in; the first time stays. */
export async function markSignedIn(tx: Tx, id: string): Promise<void> {
  await tx.query('update account set signed_in_at = app.now() where id = $1 and signed_in_at is null', [id]);
}
