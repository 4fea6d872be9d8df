import { Button, Menu, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { countText } from '../../format/number';
import { Refusal } from '../loading/refusal';
import { saveFile } from './save-file';

export type SavedFormat = 'csv' | 'jsonl';

/** What a menu saves: the whole text, and a word about it where it is not all that was asked for. */
export interface Saved {
  text: string;
  note?: string;
}

/** Saves what a page has found as a file, also what it does not show yet; the reading can be stopped. */
export function SaveMenu({
  name,
  of,
  read,
}: {
  /** Of the file, without its ending. */
  name: string;
  /** What each form holds. */
  of: Readonly<Record<SavedFormat, string>>;
  /** @param onRead told how many rows were read so far */
  read: (format: SavedFormat, onRead: (count: number) => void, signal: AbortSignal) => Promise<Saved>;
}) {
  const [count, setCount] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [note, setNote] = useState('');
  const stop = useRef<AbortController | null>(null);
  const save = async (format: SavedFormat): Promise<void> => {
    const { signal } = (stop.current = new AbortController());
    setError(null);
    setNote('');
    setCount(0);
    try {
      const saved = await read(format, setCount, signal);
      if (signal.aborted) return;
      saveFile(name, format, saved.text);
      setNote(saved.note ?? '');
    } catch (thrown) {
      if (!signal.aborted) setError(thrown);
    } finally {
      setCount(null);
    }
  };
  if (count !== null) {
    return (
      <Button size="xs" variant="default" onClick={() => stop.current?.abort()}>
        Stop the export ({countText(count)} read)
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
          <Menu.Item onClick={() => void save('csv')}>CSV, {of.csv}</Menu.Item>
          <Menu.Item onClick={() => void save('jsonl')}>JSON Lines, {of.jsonl}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {note !== '' && (
        <Text size="xs" role="status">
          {note}
        </Text>
      )}
      {error !== null && <Refusal error={error} />}
    </>
  );
}
