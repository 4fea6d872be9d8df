// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import migration0001GatewayAdmission from './migrations/0001-gateway-admission.sql';
import migration0002Mail from './migrations/0002-mail.sql';
import migration0003Accounts from './migrations/0003-accounts.sql';
import migration0004LinkMails from './migrations/0004-link-mails.sql';
import migration0005KeyUse from './migrations/0005-key-use.sql';
import migration0006IdentityProviders from './migrations/0006-identity-providers.sql';
import migration0007AddressAttempts from './migrations/0007-address-attempts.sql';
import migration0008MembersMayLabel from './migrations/0008-members-may-label.sql';
import migration0009AddressChanges from './migrations/0009-address-changes.sql';
import migration0010SessionsOfAnOrganization from './migrations/0010-sessions-of-an-organization.sql';
import migration0011Identity from './migrations/0011-identity.sql';
import migration0012IdentityInARoll from './migrations/0012-identity-in-a-roll.sql';
import migration0013ListsOfAnOrganization from './migrations/0013-lists-of-an-organization.sql';
import { compatible_from, version } from './version.json';

export const gatewaySql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-gateway-admission', text: migration0001GatewayAdmission },
    { name: '0002-mail', text: migration0002Mail },
    { name: '0003-accounts', text: migration0003Accounts },
    { name: '0004-link-mails', text: migration0004LinkMails },
    { name: '0005-key-use', text: migration0005KeyUse },
    { name: '0006-identity-providers', text: migration0006IdentityProviders },
    { name: '0007-address-attempts', text: migration0007AddressAttempts },
    { name: '0008-members-may-label', text: migration0008MembersMayLabel },
    { name: '0009-address-changes', text: migration0009AddressChanges },
    { name: '0010-sessions-of-an-organization', text: migration0010SessionsOfAnOrganization },
    { name: '0011-identity', text: migration0011Identity },
    { name: '0012-identity-in-a-roll', text: migration0012IdentityInARoll },
    { name: '0013-lists-of-an-organization', text: migration0013ListsOfAnOrganization },
  ],
  functions: [],
};
