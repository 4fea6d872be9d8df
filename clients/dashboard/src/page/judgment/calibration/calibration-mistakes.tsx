import { Title } from '@mantine/core';
import { cellText, valueText } from '@app/report';
import type { Schema } from '@app/sdk/client';
import { addresses } from '../../../address/address';
import { AppLink } from '../../../element/app-link';
import { WideTable } from '../../../element/table/wide-table';
import { countText } from '../../../format/number';

/** Where the reads in use are wrong: confused values, levels that are off, and the documents that they were surest about. */
export function CalibrationMistakes({ report }: { report: Schema<'CalibrationReport'> }) {
  const { confusion = [], level_bias: levels = [], errors = [] } = report;
  if (confusion.length + levels.length + errors.length === 0) return null;
  return (
    <>
      <Title order={2} size="h4">
        Where it is wrong
      </Title>
      {confusion.length > 0 && (
        <WideTable
          name="Confused values"
          rows={confusion}
          rowKey={({ observed, read }) => JSON.stringify([observed, read])}
          empty=""
          columns={[
            { title: 'Actual', cell: ({ observed }) => valueName(observed) },
            { title: 'Predicted', cell: ({ read }) => valueName(read) },
            { title: 'Labels', cell: ({ labels }) => countText(labels) },
            {
              title: 'Share of labels (95 %)',
              cell: ({ share, interval }) => cellText({ value: share, interval }, 'share'),
            },
          ]}
        />
      )}
      {levels.length > 0 && (
        <WideTable
          name="Bias by level"
          rows={levels}
          rowKey={({ level }) => String(level)}
          empty=""
          columns={[
            { title: 'Predicted near', cell: ({ level }) => level },
            { title: 'Labels', cell: ({ labels }) => countText(labels) },
            { title: 'Predicted', cell: ({ mean_read: read }) => valueText(read) },
            {
              title: 'Predicted minus actual (95 %)',
              cell: ({ bias, interval }) => cellText({ value: bias, interval }, 'number'),
            },
          ]}
        />
      )}
      {errors.length > 0 && (
        <WideTable
          name="Most confident mistakes"
          rows={errors}
          rowKey={({ namespace, document }) => `${namespace} ${document}`}
          empty=""
          columns={[
            {
              title: 'Document',
              cell: ({ namespace, document }) => (
                <AppLink to={addresses.document(namespace, document)}>{document}</AppLink>
              ),
            },
            { title: 'Namespace', cell: ({ namespace }) => namespace },
            { title: 'Actual', cell: ({ observed }) => valueName(observed) },
            { title: 'Probability', cell: ({ p }) => valueText(p) },
          ]}
        />
      )}
    </>
  );
}

function valueName(value: boolean | string | number | null): string {
  return value === null ? 'none of these' : String(value);
}
