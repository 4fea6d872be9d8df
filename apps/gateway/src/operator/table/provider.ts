import { type Commands, type OrderReader, filled } from '@app/commands';
import { Option } from 'commander';
import type { Order } from './order';
import { type ProviderWords, boundedOf, domainsOf, issuerOf, roleMapOf, settingOf } from './provider-setting';
import { addressOption } from './address-option';
import { type Organization, organizationOption } from './organization-option';

/** Identity providers of an organization. */
export const providerTable: Commands<OrderReader<Order>> = (org, run) => {
  const needed = (flags: string, description: string) => new Option(flags, description).makeOptionMandatory();
  org
    .command('idp-set')
    .addOption(organizationOption())
    .addOption(
      needed('--issuer <url>', 'address of the provider, of one directory, as its tokens name it').argParser(issuerOf),
    )
    .addOption(needed('--client-id <id>', 'what the provider calls this service').argParser(boundedOf))
    .addOption(needed('--domains <domain,...>', 'whose people it signs in').argParser(domainsOf))
    .option('--name <text>', 'what the sign-in page calls it', boundedOf)
    .option('--client-secret-stdin', "the first line of the input is the client's secret")
    .option('--role-claim <claim>', 'the claim that lists groups, such as groups or realm_access.roles', boundedOf)
    .option('--role-map <group=role,...>', 'the role of each group', roleMapOf)
    .addOption(
      new Option('--default-role <role>', 'role without a group of the map; none refuses the sign-in')
        .choices(['admin', 'member', 'none'])
        .default('member'),
    )
    .option('--enforced', 'no password and no link signs in people of the domains, but the spare owner')
    .addOption(addressOption('--spare-owner', 'keeps password and link'))
    .description('Sets the provider that signs in the people of some domains.')
    .action(
      run(({ org: organization, ...words }: Organization & ProviderWords) => ({
        kind: 'idp-set',
        organization,
        ...settingOf(words),
      })),
    );
  org
    .command('idp-list')
    .addOption(organizationOption())
    .description('Lists the identity providers of an organization.')
    .action(run(({ org: organization }: Organization) => ({ kind: 'idp-list', organization })));
  org
    .command('idp-remove')
    .argument('<idp-id>', 'as the list shows it', filled)
    .addOption(organizationOption())
    .description('Removes an identity provider.')
    .action(run(({ org: organization }: Organization, id: string) => ({ kind: 'idp-remove', organization, id })));
};
