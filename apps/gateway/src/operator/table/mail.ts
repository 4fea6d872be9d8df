import { type Commands, type OrderReader, addExamples, choice, filled, matching } from '@app/commands';
import { type MailStatus, mailStatuses } from '../../identity/mail/mail';
import type { Order } from './order';

interface Mails {
  org?: string;
  status?: MailStatus;
  json?: boolean;
}

const mailId = matching(
  /^eml_[0-9a-f]{32}$/,
  'It must be an id as `mails list` shows it: eml_ and 32 hexadecimal digits.',
);

/** Mails to members. */
export const mailTable: Commands<OrderReader<Order>> = (tree, run) => {
  const mails = tree.command('mails').description('Shows the mails to members, or sends a failed one again.');
  mails
    .command('list')
    .option('--org <name>', 'only mails to members of this organization (all)', filled)
    .addOption(choice('--status <status>', 'only mails in this state (all)', mailStatuses))
    .option('--json', 'prints JSON')
    .description('Lists mails.')
    .action(run(list));
  mails
    .command('show')
    .argument('<mail-id>', 'as the list shows it', mailId)
    .description('Prints one mail.')
    .action(run((_: object, id: string) => ({ kind: 'mail-show', id })));
  mails
    .command('retry')
    .argument('<mail-id>', 'as the list shows it', mailId)
    .description('Has a failed mail sent again.')
    .action(run((_: object, id: string) => ({ kind: 'mail-retry', id })));
  addExamples(mails, 'list --org acme --status failed', 'show eml_...', 'retry eml_...');
};

function list({ org, status, json = false }: Mails): Order {
  return { kind: 'mail-list', organization: org ?? null, status: status ?? null, json };
}
