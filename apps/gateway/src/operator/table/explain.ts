import { type Commands, type OrderReader, addExamples, addNotes, filled } from '@app/commands';
import type { Order } from './order';
import { type Organization, organizationOption } from './organization-option';

interface Explain extends Organization {
  namespace: string;
  document: string;
  judgment: string;
}

/** Why one answer waits, without a key of its organization. */
export const explainTable: Commands<OrderReader<Order>> = (tree, run) => {
  const explain = tree
    .command('explain')
    .addOption(organizationOption())
    .requiredOption('--namespace <name>', 'the namespace of the document', filled)
    .requiredOption('--document <id>', 'id of the document', filled)
    .requiredOption('--judgment <name>', 'name of the judgment', filled)
    .description(
      'Prints what an answer waits for, and how far the services on its way are. It needs no key of the organization.',
    )
    .action(
      run(({ org: organization, namespace, document, judgment }: Explain) => ({
        kind: 'explain',
        organization,
        namespace,
        document,
        judgment,
      })),
    );
  addExamples(explain, '--org acme --namespace acme/desk --document t3 --judgment late');
  addNotes(explain, 'Each part is waited for 2 s. What does not answer is named. Nothing of the document is printed.');
};
