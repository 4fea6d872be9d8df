import type { Schema } from '@app/sdk/client';
import { Button, Group, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { addresses } from '../../address/address';
import { AppLink } from '../../element/app-link';
import { CopyCommand } from '../../element/file/copy-command';
import { Moment } from '../../element/moment';
import { VirtualTable, type VirtualColumn } from '../../element/table/virtual-table';
import { calibratedGist } from '../../format/answer-figures';
import { countedText, countText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';
import { AnswerCell } from './answer-cell';
import { attributeText, type Document, type TableColumn } from './column';
import type { DocumentList } from './use-documents';
import { useSeenRows } from './use-seen-rows';

/** Rows before the last one in sight at which the next page is read. */
const ahead = 50;
const mostSeen = 100;

/** The rows as far as they were opened; the next page comes when a person scrolls near its end. */
export function DocumentsTable({
  ns,
  list,
  columns,
  thresholds,
  isFiltered,
  counted,
}: {
  ns: string;
  list: DocumentList;
  columns: readonly TableColumn[];
  thresholds: ReadonlyMap<string, Schema<'Thresholds'>>;
  isFiltered: boolean;
  /** How many there are in all; null where nobody asked. */
  counted: UseQueryResult<number | null> | null;
}) {
  const { query, rows, notFresh, isHeld, again } = list;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const [[first, last], setSeen] = useState<readonly [number, number]>([0, 0]);
  const now = useSeenRows(ns, rows.slice(first, Math.min(last + 1, first + mostSeen)));
  const onSee = useCallback(
    (from: number, to: number) => {
      setSeen([from, to]);
      if (to < rows.length - ahead || !hasNextPage || isFetchingNextPage) return;
      // A page that is on its way is not asked for a second time.
      void fetchNextPage({ cancelRefetch: false });
    },
    [rows.length, hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  const shown = (row: Document) => now.get(row.id) ?? row;
  return (
    <>
      <Group gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {counted && `${counted.error ? 'not counted' : countedText(counted.data, 'document')}, `}
          {countText(rows.length)} shown, {countText(notFresh)} with an answer that is not fresh
          {isFetchingNextPage && ', loading more'}
        </Text>
        {isHeld && (
          <Button size="compact-xs" variant="default" onClick={again}>
            Reload from the top
          </Button>
        )}
      </Group>
      <VirtualTable
        name="Documents"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { key: 'id', title: 'Id', cell: ({ id }) => <AppLink to={addresses.document(ns, id)}>{id}</AppLink> },
          ...columns.map((column) => drawn(column, shown, thresholds)),
        ]}
        empty={<NoDocument ns={ns} isFiltered={isFiltered} />}
        onSee={onSee}
      />
    </>
  );
}

function drawn(
  { path, kind, name, judgment = name }: TableColumn,
  shown: (row: Document) => Document,
  thresholds: ReadonlyMap<string, Schema<'Thresholds'>>,
): VirtualColumn<Document> {
  const cells: Readonly<Record<TableColumn['kind'], VirtualColumn<Document>['cell']>> = {
    attribute: (row) => <Cut text={attributeText(shown(row), name)} />,
    answer: (row) => <AnswerCell answer={shown(row).answers?.[judgment]} thresholds={thresholds.get(judgment)} />,
    calibrated: (row) => <Calibrated answer={shown(row).answers?.[judgment]} />,
    time: (row) => <Moment at={shown(row).updated_at} />,
  };
  return { key: path, title: name, cell: cells[kind] };
}

function Calibrated({ answer }: { answer: Schema<'AnswerView'> | undefined }) {
  return <>{(answer && calibratedGist(answer)) || '–'}</>;
}

/** A text of any length in a cell; the document's page shows all of it. */
function Cut({ text }: { text: string }) {
  return <>{text.length > 80 ? `${text.slice(0, 80)}…` : text}</>;
}

function NoDocument({ ns, isFiltered }: { ns: string; isFiltered: boolean }) {
  const mayChange = useMayChange();
  if (isFiltered) return <>No documents match the filter. Remove or change a condition.</>;
  return (
    <>
      No documents in {ns} yet.{' '}
      {mayChange ? (
        <>
          <AppLink to={addresses.import(ns)}>Import a file</AppLink>, or use the command line:
        </>
      ) : (
        'Owners and admins import them, also from the command line:'
      )}
      <CopyCommand command={`judgment import documents.csv -n ${ns} --id id`} />
    </>
  );
}
