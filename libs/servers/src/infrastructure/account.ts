import { lentAccount, type Account } from '../../plain/account.cjs';
import { SetupFailure } from './failure';

export { asAccount, canEnter, own, type Account } from '../../plain/account.cjs';

/**
 * @returns the account that root lends Postgres, undefined for everybody else
 * @throws SetupFailure for a root without such an account
 */
export function postgresAccount(): Account | undefined {
  const account = lentAccount();
  if (account === null)
    throw new SetupFailure('Postgres refuses to run as root and no account is at hand: add a user "postgres".');
  return account;
}
