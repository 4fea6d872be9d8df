import { type Commands, type OrderReader, UnreadableCommand, addExamples, addNotes, matching } from '@app/commands';
import type { Service } from '@app/contracts';
import { Option } from 'commander';
import { serviceOption } from '../service-option';

/** A parsed command about dead facts. `id` null means all of them. */
export type DeadOrder = { kind: 'list'; json: boolean } | { kind: 'redrive'; id: string | null };

interface Redrive {
  id?: string;
  all?: boolean;
  service?: Service;
}

const idOf = matching(/^msg_[0-9a-f]{32}$/, 'It must be an id as `dead list` shows it, msg_ and 32 digits.');

/** Facts that a service could not handle. A command that names another service than `own` is refused. */
export const deadTable =
  (own: Service): Commands<OrderReader<DeadOrder>> =>
  (tree, run) => {
    const dead = tree.command('dead').description('Lists facts that could not be handled, or has them handled again.');
    dead
      .command('list')
      .addOption(serviceOption(own))
      .option('--json', 'prints one JSON object a line, with the fact itself')
      .description('Lists dead facts.')
      .action(run(({ json = false }: { json?: boolean }) => ({ kind: 'list', json })));
    dead
      .command('redrive')
      .addOption(new Option('--id <id>', 'one fact, by the id that the list shows').argParser(idOf).conflicts('all'))
      .option('--all', 'every dead fact of the service that --service names')
      .addOption(serviceOption(own))
      .description('Has dead facts handled again, within seconds.')
      .action(run(redrive));
    addExamples(dead, 'list', 'redrive --all --service judgments');
    addNotes(dead, 'Exit code: 0 done, 1 failed or no service has that id, 2 the command cannot be read.');
  };

function redrive({ id, all, service }: Redrive): DeadOrder {
  if (id !== undefined) return { kind: 'redrive', id };
  if (!all) throw new UnreadableCommand('Give --id or --all.');
  if (service === undefined) throw new UnreadableCommand('--all needs --service, so that nothing else is re-driven.');
  return { kind: 'redrive', id: null };
}
