import { type Commands, type OrderReader, UnreadableCommand, addExamples, choice, matching } from '@app/commands';
import { type Plan, plans } from '@app/contracts';
import { Option } from 'commander';
import { organizationName } from '../../identity/organization/organization-name';
import type { Order } from './order';
import { addressOption } from './address-option';
import { memberTable } from './member';
import { providerTable } from './provider';

interface SetUp {
  plan: Plan;
  owner: string;
  passwordStdin?: boolean;
  id?: string;
}

const nameOf = matching(
  organizationName,
  'An organization needs a name of 1 to 128 characters of A-Za-z0-9._-, such as `org create acme`.',
);

const idOf = matching(/^org_[0-9a-f]{32}$/, 'An id is org_ and 32 hexadecimal digits.');

/** Organizations, with their members and identity providers. */
export const organizationTable: Commands<OrderReader<Order>> = (tree, run) => {
  const org = tree.command('org').description('Manages organizations, their members and how these sign in.');
  org
    .command('create')
    .argument('<name>', 'A-Za-z0-9._-', nameOf)
    .addOption(choice('--plan <plan>', 'what it may use', plans).default('developer'))
    .description('Makes an organization.')
    .action(run(({ plan }: { plan: Plan }, name: string) => ({ kind: 'org-create', name, plan })));
  org
    .command('set-up')
    .argument('<name>', 'A-Za-z0-9._-', nameOf)
    .addOption(choice('--plan <plan>', 'what it may use', plans).default('developer'))
    .addOption(addressOption('--owner', 'address of its first owner; it counts as verified').makeOptionMandatory())
    .option('--password-stdin', 'the first line of the input is the password of the owner')
    .addOption(new Option('--id <id>', 'its id, where it is new: org_ and 32 hexadecimal digits').argParser(idOf))
    .description('Makes an organization, its first owner, a key for all of it and a sign-in link; prints JSON.')
    .action(
      run(({ plan, owner, passwordStdin = false, id }: SetUp, name: string) => ({
        kind: 'org-set-up',
        name,
        plan,
        owner,
        readsPassword: passwordStdin,
        ...(id === undefined ? {} : { id }),
      })),
    );
  org
    .command('plan')
    .argument('<name>', 'of the organization', nameOf)
    .addOption(choice('--plan <plan>', 'what it may use from now on', plans).makeOptionMandatory())
    .description('Changes the plan of an organization within a second.')
    .action(run(({ plan }: { plan: Plan }, name: string) => ({ kind: 'org-plan', name, plan })));
  org
    .command('suggestions')
    .argument('<name>', 'of the organization', nameOf)
    .option('--on', 'a language model may draft wordings from its questions')
    .option('--off', 'no language model sees its questions')
    .description('Turns the Suggestions of an organization on or off.')
    .action(run(suggestions));
  org
    .command('unproved')
    .description('Lists people of several organizations whose address was never proved.')
    .action(run(() => ({ kind: 'org-unproved' })));
  memberTable(org, run);
  providerTable(org, run);
  addExamples(org, 'create acme --plan scale', 'member-add --org acme --email ada@example.com --role owner');
};

function suggestions({ on = false, off = false }: { on?: boolean; off?: boolean }, name: string): Order {
  if (on === off) throw new UnreadableCommand('Give either --on or --off.');
  return { kind: 'org-suggestions', name, isOn: on };
}
