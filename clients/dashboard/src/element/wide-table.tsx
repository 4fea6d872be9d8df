import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
}

/** Rows in a region of its own that scrolls sideways, so that the page never does. */
export function WideTable<T>({
  name,
  columns,
  rows,
  rowKey,
  empty,
}: {
  name: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** What stands in place of no rows, and what to do next. */
  empty: ReactNode;
}) {
  if (rows.length === 0) return <Text c="dimmed">{empty}</Text>;
  return (
    <div className="wide" role="region" aria-label={name} tabIndex={0}>
      <Table striped highlightOnHover aria-label={name} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title }) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(({ title, cell }) => (
                <Table.Td key={title}>{cell(row)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
