import { Queryable, Tx, newId } from '@app/persistence';
import { emailKeyOf } from './email';

export interface AccountRow {
  /** `usr_...`. */
  id: string;
  email: string;
  name: string | null;
  /** Opens every membership once the address is proved; before that only older builds read it. */
  password_hash: string | null;
  /** When the address was first proved for the account (docs/identity.md); null when it never was. */
  verified_at: Date | null;
  /** When the person first signed in; null when they never did. */
  signed_in_at: Date | null;
  single_keys: boolean;
}

export const accountColumns = 'id, email, name, password_hash, verified_at, signed_in_at, single_keys';

export async function findAccount(database: Queryable, id: string): Promise<AccountRow | null> {
  const { rows } = await database.query<AccountRow>(`select ${accountColumns} from account where id = $1`, [id]);
  return rows[0] ?? null;
}

export async function findAccountByEmail(database: Queryable, email: string): Promise<AccountRow | null> {
  const { rows } = await database.query<AccountRow>(`select ${accountColumns} from account where email_key = $1`, [
    emailKeyOf(email),
  ]);
  return rows[0] ?? null;
}

/** The account of an address, made when there is none. */
export async function putAccount(tx: Tx, email: string): Promise<AccountRow> {
  await lockAddress(tx, email);
  const { rows } = await tx.query<AccountRow>(
    // The one that stands is locked and returned, and does not change.
    `insert into account (id, email, email_key) values ($1, $2, $3)
     on conflict (email_key) do update set signed_in_at = account.signed_in_at
     returning ${accountColumns}`,
    [newId('usr'), email, emailKeyOf(email)],
  );
  return rows[0];
}

/** Lets nobody else give the address to an account until the transaction ends. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [emailKeyOf(email)]);
}

/** Sets what is given; null takes a name away. */
export async function changeAccount(
  tx: Tx,
  id: string,
  change: { name?: string | null; passwordHash?: string; singleKeys?: boolean },
): Promise<AccountRow> {
  const { rows } = await tx.query<AccountRow>(
    `update account
     set name = case when $2 then $3 else name end, password_hash = coalesce($4, password_hash),
       single_keys = coalesce($5, single_keys)
     where id = $1 returning ${accountColumns}`,
    [id, change.name !== undefined, change.name ?? null, change.passwordHash ?? null, change.singleKeys ?? null],
  );
  return rows[0];
}

/** Puts changes of one account, of its sessions and links in order: call it before them. */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx.query('select from account where id = $1 for no key update', [id]);
}

/** Notes that the person signed in; the first time stays. */
export async function markSignedIn(tx: Tx, id: string): Promise<void> {
  await tx.query('update account set signed_in_at = app.now() where id = $1 and signed_in_at is null', [id]);
}
