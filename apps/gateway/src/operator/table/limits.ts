import { type Commands, type OrderReader, UnreadableCommand, addExamples, addNotes, filled } from '@app/commands';
import { InvalidArgumentError, Option } from 'commander';
import type { Order } from './order';
import { type Organization, organizationOption } from './organization-option';

/** Not null for the default: commander takes a null for a value that is missing. */
type Limit = number | 'default';

interface Limits extends Organization {
  requestsPerSecondPerKey?: Limit;
  requestsPerSecondPerOrg?: Limit;
  concurrentReads?: Limit;
  keys?: Limit;
  members?: Limit;
  invitations?: Limit;
  sessionsPerPerson?: Limit;
  key?: string;
  requestsPerSecond?: Limit;
}

/** Limits of an organization, or the rate of one of its keys. */
export const limitsTable: Commands<OrderReader<Order>> = (tree, run) => {
  const limit = (flag: string, description: string) => new Option(`${flag} <n>`, description).argParser(limitOf);
  const rates = ['requestsPerSecondPerKey', 'requestsPerSecondPerOrg', 'concurrentReads'];
  const ofOrganization = [...rates, 'keys', 'members', 'invitations', 'sessionsPerPerson'];
  const command = tree
    .command('limits')
    .addOption(organizationOption())
    .addOption(limit('--requests-per-second-per-key', 'requests a second of each key'))
    .addOption(limit('--requests-per-second-per-org', 'requests a second of all keys together'))
    .addOption(limit('--concurrent-reads', 'reads of a namespace in flight at once'))
    .addOption(limit('--keys', 'API keys that are not revoked'))
    .addOption(limit('--members', 'members, with those who are invited'))
    .addOption(limit('--invitations', 'members who have never come in'))
    .addOption(limit('--sessions-per-person', 'live sessions of one person'))
    .addOption(
      new Option('--key <key-id>', 'one key alone, with --requests-per-second')
        .argParser(filled)
        .conflicts(ofOrganization),
    )
    .addOption(limit('--requests-per-second', 'requests a second of that key'))
    .description('Changes the limits of an organization, or the rate of one of its keys, within a second.')
    .action(run(limits));
  addExamples(
    command,
    '--org acme --requests-per-second-per-key 1000 --concurrent-reads 200',
    '--org acme --key key_... --requests-per-second default',
  );
  addNotes(
    command,
    'A limit is a whole number from 1 to 1000000, or `default`: of an organization what its plan has, of a key what',
    'its organization has.',
  );
};

function limits({ org: organization, key: id, requestsPerSecond, ...others }: Limits): Order {
  if ((id === undefined) !== (requestsPerSecond === undefined))
    throw new UnreadableCommand('--key and --requests-per-second go together: give both or neither.');
  if (id !== undefined && requestsPerSecond !== undefined)
    return { kind: 'key-limit', organization, id, requestsPerSecond: settingOf(requestsPerSecond) };
  const given = Object.entries(others).map(([name, limit]) => [name, settingOf(limit)]);
  if (given.length === 0)
    throw new UnreadableCommand('Give a limit, such as --requests-per-second-per-key 100, or `default`.');
  return { kind: 'limits', organization, limits: Object.fromEntries(given) };
}

/** What is stored; null is the default. */
function settingOf(limit: Limit): number | null {
  return limit === 'default' ? null : limit;
}

function limitOf(value: string): Limit {
  if (value === 'default') return value;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= 1 && number <= 1_000_000) return number;
  throw new InvalidArgumentError('It must be an integer in 1..1000000, or `default`.');
}
