import type { Schema } from '@app/sdk/client';
import { Button, Menu, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { client } from '../../api/client';
import { Refusal } from '../../element/refusal';
import { saveFile } from '../../element/save-file';
import { countText } from '../../format/number';
import type { Document, TableColumn } from './column';
import { csvOf, jsonlOf } from './export';
import { queryOf } from './use-documents';

/** Documents that a browser keeps at once; `judgment export` writes any number. */
const most = 100_000;

/** Saves all documents that pass the filter, also those that are not on the page yet. */
export function ExportMenu({
  ns,
  filter,
  order,
  columns,
}: {
  ns: string;
  filter: Schema<'Filter'> | undefined;
  order: string;
  columns: readonly TableColumn[];
}) {
  const [read, setRead] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isCut, setCut] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const save = async (format: 'csv' | 'jsonl'): Promise<void> => {
    const { signal } = (stop.current = new AbortController());
    const documents: Document[] = [];
    setError(null);
    setRead(0);
    try {
      for await (const document of client.namespace(ns).query(queryOf(filter, order, 1_000), { signal })) {
        if (documents.push(document) % 1_000 === 0) setRead(documents.length);
        if (documents.length === most) break;
      }
      const text = format === 'csv' ? csvOf(documents, columns) : jsonlOf(documents);
      saveFile(ns.replaceAll(/[^\w.-]+/g, '-'), format, text);
      setCut(documents.length === most);
    } catch (thrown) {
      if (!signal.aborted) setError(thrown);
    } finally {
      setRead(null);
    }
  };
  if (read !== null) {
    return (
      <Button size="xs" variant="default" onClick={() => stop.current?.abort()}>
        Stop the export ({countText(read)} documents)
      </Button>
    );
  }
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button size="xs" variant="default">
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void save('csv')}>CSV, the columns of the table</Menu.Item>
          <Menu.Item onClick={() => void save('jsonl')}>JSON Lines, attributes and answers</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isCut && (
        <Text size="xs" role="status">
          The file ends after {countText(most)} documents; <code>judgment export</code> writes all.
        </Text>
      )}
      {error !== null && <Refusal error={error} />}
    </>
  );
}
