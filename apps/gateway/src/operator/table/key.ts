import { type Commands, type OrderReader, addExamples, choice, filled, matching } from '@app/commands';
import { type Role, roles, scopePattern } from '@app/contracts';
import { InvalidArgumentError } from 'commander';
import type { Order } from './order';
import { type Organization, organizationOption } from './organization-option';

interface NewKey extends Organization {
  role: Role;
  scope: string;
  description?: string;
  expiresAt?: Date;
  json?: boolean;
}

const scopeOf = matching(scopePattern, "It must be '*', a namespace, or a prefix such as 'acme/prod/*'.");

/** API keys. */
export const keyTable: Commands<OrderReader<Order>> = (tree, run) => {
  const keys = tree.command('keys').description('Manages the API keys of an organization.');
  keys
    .command('create')
    .addOption(organizationOption())
    .addOption(choice('--role <role>', 'what it may do', roles).default('read_write'))
    .option('--scope <scope>', "'*', a namespace, or a prefix such as 'acme/prod/*'", scopeOf, '*')
    .option('--description <text>', 'a note for people (none)')
    .option('--expires-at <time>', 'when it ends, such as 2027-01-31T00:00:00Z (never)', instant)
    .option('--json', 'prints JSON')
    .description('Makes a key and prints it: it is shown this once.')
    .action(run(create));
  keys
    .command('list')
    .addOption(organizationOption())
    .option('--json', 'prints JSON')
    .description('Lists keys, never their secrets.')
    .action(
      run(({ org: organization, json = false }: Organization & { json?: boolean }) => ({
        kind: 'key-list',
        organization,
        json,
      })),
    );
  keys
    .command('revoke')
    .argument('<key-id>', 'as the list shows it', filled)
    .addOption(organizationOption())
    .description('Ends a key within a second.')
    .action(run(({ org: organization }: Organization, id: string) => ({ kind: 'key-revoke', organization, id })));
  addExamples(
    keys,
    "create --org acme --role read_only --scope 'acme/prod/*' --json",
    'list --org acme',
    'revoke key_... --org acme',
  );
};

function create({ org: organization, role, scope, description, expiresAt, json = false }: NewKey): Order {
  return {
    kind: 'key-create',
    organization,
    role,
    scope,
    description: description ?? null,
    expiresAt: expiresAt ?? null,
    json,
  };
}

function instant(value: string): Date {
  const date = new Date(value);
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('It must be a timestamp such as 2027-01-31T00:00:00Z.');
  return date;
}
