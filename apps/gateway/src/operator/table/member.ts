import { type Commands, type OrderReader, choice } from '@app/commands';
import { type MemberRole, memberRoles } from '../../identity/principal/principal';
import type { Order } from './order';
import { addressOption } from './address-option';
import { type Organization, organizationOption } from './organization-option';

interface Member extends Organization {
  email: string;
}

interface NewMember extends Member {
  role: MemberRole;
  passwordStdin?: boolean;
}

const memberOption = () => addressOption('--email', 'address of the member').makeOptionMandatory();

/** Members of an organization; the operator vouches for their addresses. */
export const memberTable: Commands<OrderReader<Order>> = (org, run) => {
  org
    .command('member-add')
    .addOption(organizationOption())
    .addOption(addressOption('--email', 'address of the member; it counts as verified').makeOptionMandatory())
    .addOption(choice('--role <role>', 'of the member', memberRoles).default('member'))
    .option('--password-stdin', 'the first line of the input is the password of the member')
    .description('Adds a member.')
    .action(
      run(({ org: organization, email, role, passwordStdin = false }: NewMember) => ({
        kind: 'member-add',
        organization,
        email,
        role,
        readsPassword: passwordStdin,
      })),
    );
  org
    .command('member-email')
    .addOption(organizationOption())
    .addOption(memberOption())
    .addOption(addressOption('--to', 'the other address that the account gets').makeOptionMandatory())
    .description("Gives a member's account another address; sessions and links are over.")
    .action(
      run(({ org: organization, email, to }: Member & { to: string }) => ({
        kind: 'member-email',
        organization,
        email,
        to,
      })),
    );
  org
    .command('sign-in-link')
    .addOption(organizationOption())
    .addOption(memberOption())
    .description('Prints a link that signs a member in once, within an hour.')
    .action(run(({ org: organization, email }: Member) => ({ kind: 'sign-in-link', organization, email })));
  org
    .command('sessions-revoke')
    .addOption(organizationOption())
    .addOption(memberOption())
    .description('Ends all sessions of a member within a second.')
    .action(run(({ org: organization, email }: Member) => ({ kind: 'sessions-revoke', organization, email })));
};
