import { Text } from '@mantine/core';
import { cellText, columnsOf, figureRows } from '@app/report';
import type { ReadReport } from '@app/report';
import type { Schema } from '@app/sdk/client';
import { WideTable } from '../../../element/table/wide-table';

/** The figures of a report: what reads use first, then the other reading, then always saying the base rate. */
export function CalibrationFigures({ report }: { report: Schema<'CalibrationReport'> }) {
  const found: ReadReport = report;
  return (
    <WideTable
      name="Figures"
      rows={figureRows(found)}
      rowKey={({ key }) => key}
      empty="No labels yet. Label answers under Review."
      columns={[
        {
          title: 'Figure',
          cell: ({ label, hint }) => (
            <>
              {label}
              <Text size="xs" c="dimmed">
                {hint}
              </Text>
            </>
          ),
        },
        ...columnsOf(found).map(({ key, title }) => ({
          title,
          cell: (row: ReturnType<typeof figureRows>[number]) => cellText(row[key], row.unit),
        })),
      ]}
    />
  );
}
