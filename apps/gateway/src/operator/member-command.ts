import { readConfig } from '@app/config';
import { Database, Queryable } from '@app/persistence';
import { readFileSync } from 'node:fs';
import {
  AccountRow,
  changeAccount,
  findAccountByEmail,
  lockAccount,
  putAccount,
} from '../identity/account/account.store';
import { proveAddress } from '../identity/sign-in/address-proof';
import { assertPassword } from '../identity/account/password';
import { PasswordHasher } from '../identity/account/password-hasher';
import { gatewaySettings } from '../app.config';
import { writeAudit } from '../identity/organization/audit.store';
import { findMember, moveAddress, putMember } from '../identity/member/member.store';
import { MemberRole } from '../identity/principal/principal';
import { endAllLinks, insertLink, linkAddress } from '../identity/session/link.store';
import { revokeSessions } from '../identity/session/session.store';

const operator = 'operator';

interface Addition {
  email: string;
  role: MemberRole;
  /** The first line of standard input is the person's password. */
  readsPassword: boolean;
}

/** Adds a person to an organization, or changes their role. @returns the account's id */
export async function addMember(
  database: Database,
  organization: string,
  { email, role, readsPassword }: Addition,
): Promise<string> {
  const password = readsPassword ? readFileSync(0, 'utf8').split(/\r?\n/, 1)[0] : undefined;
  if (password !== undefined) assertPassword(password, [email]);
  const passwordHash = password === undefined ? undefined : await new PasswordHasher().hash(password);
  return database.transaction('gateway.member-add', async (tx) => {
    const account = await putAccount(tx, email);
    await putMember(tx, { organization, account: account.id, email: account.email, role });
    if (passwordHash !== undefined) {
      // The operator vouches for the address, as by a link.
      await proveAddress(tx, account);
      await changeAccount(tx, account.id, { passwordHash });
      await revokeSessions(tx, account.id);
    }
    await writeAudit(tx, {
      organization,
      actor: operator,
      action: 'member.added',
      target: account.id,
      after: { email, role },
    });
    return account.id;
  });
}

/** Gives a member another address, which the operator vouches for. @throws Error when another account has it */
export async function changeAddress(
  database: Database,
  organization: string,
  { email, to }: { email: string; to: string },
): Promise<void> {
  const account = await requireMember(database, organization, email);
  await database.transaction('gateway.member-email', async (tx) => {
    await lockAccount(tx, account.id);
    if (!(await moveAddress(tx, account.id, to))) throw new Error(`${to} is the address of another account.`);
    await proveAddress(tx, { ...account, email: to });
    await revokeSessions(tx, account.id);
    await endAllLinks(tx, account.id);
    await writeAudit(tx, {
      organization,
      actor: operator,
      action: 'email.changed',
      target: account.id,
      before: { email: account.email },
      after: { email: to },
    });
  });
}

/** @returns the address that signs a member in once, within an hour */
export async function signInLink(database: Database, organization: string, email: string): Promise<string> {
  const { publicUrl } = readConfig({ publicUrl: gatewaySettings.publicUrl });
  const { id: account } = await requireMember(database, organization, email);
  const token = await database.transaction('gateway.sign-in-link', async (tx) => {
    await writeAudit(tx, { organization, actor: operator, action: 'member.link', target: account });
    return insertLink(tx, { account, organization, purpose: 'sign_in', madeBy: operator });
  });
  return linkAddress(publicUrl, token);
}

/** Ends all sessions of a member. @returns how many there were */
export async function endSessions(database: Database, organization: string, email: string): Promise<number> {
  const { id: account } = await requireMember(database, organization, email);
  return database.transaction('gateway.sessions-revoke', async (tx) => {
    await writeAudit(tx, { organization, actor: operator, action: 'session.revoked', target: account });
    return revokeSessions(tx, account);
  });
}

async function requireMember(database: Queryable, organization: string, email: string): Promise<AccountRow> {
  const account = await findAccountByEmail(database, email);
  if (account && (await findMember(database, organization, account.id))) return account;
  throw new Error(`${email} is no member; add them with \`org member-add\`.`);
}
