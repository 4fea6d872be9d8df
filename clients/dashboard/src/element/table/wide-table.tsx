import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isNumeric } from '../../format/numeric';

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
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const sides = columns.map((_, at) => (isNumeric(cells.map((row) => row[at])) ? 'right' : undefined));
  return (
    <div className="wide" role="region" aria-label={name} tabIndex={0}>
      <Table striped highlightOnHover aria-label={name} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title }, at) => (
              <Table.Th key={title} scope="col" ta={sides[at]}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(({ title }, at) => (
                <Table.Td key={title} ta={sides[at]} className={sides[at] && 'figures'}>
                  {cells[index][at]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
