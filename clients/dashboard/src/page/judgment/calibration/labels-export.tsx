import { Button, Text } from '@mantine/core';
import { csvLines, labelCells, labelColumns } from '@app/csv';
import { useRef, useState } from 'react';
import { client } from '../../../api/client';
import { Refusal } from '../../../element/loading/refusal';
import { saveFile } from '../../../element/file/save-file';
import { countedText } from '../../../format/number';

/** Saves the labels of the report as CSV, with what was read of each and their weights. */
export function LabelsExport({ ns, name, filter }: { ns: string; name: string; filter: object }) {
  const [read, setRead] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isMoved, setMoved] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const save = async (): Promise<void> => {
    const { signal } = (stop.current = new AbortController());
    setError(null);
    setRead(0);
    try {
      const parts: string[] = [];
      const snapshots = new Set<string>();
      let count = 0;
      const found = client.namespace(ns).judgments.get(name).calibrationLabels(filter, { signal });
      for await (const page of found.pages()) {
        const rows = page.rows.map((row) => labelCells(page, row));
        parts.push(csvLines(snapshots.size === 0 ? [labelColumns(page), ...rows] : rows));
        snapshots.add(page.snapshot);
        setRead((count += rows.length));
      }
      saveFile(`${name}-labels`, 'csv', parts.join(''));
      setMoved(snapshots.size > 1);
    } catch (thrown) {
      if (!signal.aborted) setError(thrown);
    } finally {
      setRead(null);
    }
  };
  if (read !== null) {
    return (
      <Button size="xs" variant="default" onClick={() => stop.current?.abort()}>
        Stop ({countedText(read, 'label')} read)
      </Button>
    );
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => void save()}>
        Export labels
      </Button>
      {isMoved && (
        <Text size="xs" role="status">
          Labels changed during the export; export again for consistent weights.
        </Text>
      )}
      {error !== null && <Refusal error={error} />}
    </>
  );
}
