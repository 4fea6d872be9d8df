import { Queryable } from '@app/persistence';
import { invalid } from '@app/problem';
import { LabelQuery, readEpochs } from '../outcome/label/label.store';

/** Epochs that a refusal names; a judgment whose engine moves each week has more in a year. */
const mostNamed = 10;

/**
 * Lets an epoch pass that has labels of the version, whether or not a filter keeps them.
 * @throws Problem `invalid_request`, reason `unknown_epoch`
 */
export async function assertLabelled(from: Queryable, query: LabelQuery, epoch: string): Promise<void> {
  const epochs = await readEpochs(from, query);
  if (epochs.some(({ engine_version }) => engine_version === epoch)) return;
  const newest = epochs
    .filter(({ engine_version }) => engine_version !== null)
    .sort((a, b) => b.changed_at.getTime() - a.changed_at.getTime())
    .slice(0, mostNamed)
    .map(({ engine_version }) => `\`${engine_version}\``);
  const instead = newest.length === 0 ? 'no epoch has any yet' : `name one that has: ${newest.join(', ')}`;
  throw invalid(
    'unknown_epoch',
    '/engine_version',
    `No label of this version is of the epoch \`${epoch}\`; ${instead}.`,
  );
}
