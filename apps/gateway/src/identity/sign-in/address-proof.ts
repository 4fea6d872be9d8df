import { Tx } from '@app/persistence';
import { dropLinkMails } from '../mail/mail.store';
import { revokeSessions } from '../session/session.store';
import { endAllLinks } from '../session/link.store';
import { AccountRow, accountColumns, lockAccount } from '../account/account.store';

const firstProof = `update account set verified_at = app.now(), password_hash = null
  where id = $1 and verified_at is null returning ${accountColumns}`;

/**
 * Notes that the address of an account was proved for the account. The first proof ends the passwords, sessions and links that
 * are older, also those that somebody else made (docs/identity.md); later ones change nothing.
 * @returns the account as it is from now on
 */
export async function proveAddress(tx: Tx, account: AccountRow): Promise<AccountRow> {
  const { id } = account;
  await lockAccount(tx, id);
  const { rows } = await tx.query<AccountRow>(firstProof, [id]);
  await tx.query('update member set verified_at = app.now() where account_id = $1 and verified_at is null', [id]);
  if (rows.length === 0) return account;
  await tx.query('update member set password_hash = null, link_made_by = null where account_id = $1', [id]);
  await revokeSessions(tx, id);
  await endAllLinks(tx, id);
  await dropLinkMails(tx, id, 'change_email');
  return rows[0];
}

/**
 * Notes the first proof of an address that the account did not have before. Who reads it need not be who asked for it, so the
 * password, sessions and links of before end with it.
 */
export async function proveNewAddress(tx: Tx, account: AccountRow): Promise<AccountRow> {
  await tx.query('update account set verified_at = null where id = $1', [account.id]);
  return proveAddress(tx, account);
}
