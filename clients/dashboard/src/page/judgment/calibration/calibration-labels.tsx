import { SimpleGrid, Title } from '@mantine/core';
import type { Schema } from '@app/sdk/client';
import { WideTable } from '../../../element/table/wide-table';
import { countText } from '../../../format/number';

const exclusions: Readonly<Record<string, string>> = {
  other_epoch: 'judged in another engine epoch',
  superseded: 'another label of the same answer is used',
  filtered: 'left out by the filter',
  non_production: 'in non-production namespaces',
  no_number: 'the answer has no number',
  option_gone: 'the option or level no longer exists',
  unmatched: 'no answer to label',
};

/** Where the labels come from, and which ones the figures leave out. */
export function CalibrationLabels({ report: { labels, excluded } }: { report: Schema<'CalibrationReport'> }) {
  const table = (name: string, first: string, rows: readonly (readonly [string, number])[]) => (
    <WideTable
      name={name}
      rows={rows}
      rowKey={([words]) => words}
      empty=""
      columns={[
        { title: first, cell: ([words]) => words },
        { title: 'Labels', cell: ([, n]) => countText(n) },
      ]}
    />
  );
  return (
    <>
      <Title order={2} size="h4">
        Labels
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {table('Sources of labels', 'Source', [
          ...Object.entries(labels.by_source),
          ['of them in hindsight', labels.hindsight],
        ])}
        {table(
          'Excluded from the figures',
          'Excluded',
          Object.entries(excluded).map(([reason, n]) => [exclusions[reason] ?? reason.replaceAll('_', ' '), n]),
        )}
      </SimpleGrid>
    </>
  );
}
