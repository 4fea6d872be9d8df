import { Table, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

/** A column by its own key: an attribute and a judgment may have one name. */
export interface VirtualColumn<T> {
  key: string;
  title: string;
  cell: (row: T) => ReactNode;
}

/** Pixels of a row, which never wraps. */
const rowHeight = 37;
/** Rows drawn above and below those in sight. */
const around = 12;

/**
 * A table that draws the rows in sight alone, so that a hundred thousand cost as little as fifty. Its region scrolls both
 * ways and takes the focus, so that arrow and page keys scroll it.
 */
export function VirtualTable<T>({
  name,
  columns,
  rows,
  rowKey,
  empty,
  onSee,
}: {
  name: string;
  columns: readonly VirtualColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  empty: ReactNode;
  /** The first and the last row that are drawn, whenever they change. */
  onSee: (first: number, last: number) => void;
}) {
  const region = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    overscan: around,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  useEffect(() => onSee(first, last), [onSee, first, last]);
  if (rows.length === 0) return <Text c="dimmed">{empty}</Text>;
  const above = first * rowHeight;
  const below = Math.max(0, rows.length - 1 - last) * rowHeight;
  return (
    <div
      ref={region}
      className="wide rows"

      role="region"
      aria-label={name}
      tabIndex={0}
    >
      <Table highlightOnHover stickyHeader aria-label={name} aria-rowcount={rows.length + 1}>
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            {columns.map(({ key, title }) => (
              <Table.Th key={key} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Space height={above} columns={columns.length} />
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              <Table.Tr key={rowKey(row)} aria-rowindex={index + 2} style={{ height: rowHeight }}>
                {columns.map(({ key, cell }) => (
                  <Table.Td key={key}>{cell(row)}</Table.Td>
                ))}
              </Table.Tr>
            );
          })}
          <Space height={below} columns={columns.length} />
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}
