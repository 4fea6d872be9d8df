import { Paper, Stack, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';

/** A place to drop a file, with the browser's own field to choose one. */
export function FileDrop({ words, onFile }: { words: string; onFile: (file: File) => void }) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  // A file that is dropped beside the place would be opened by the browser, and the page be gone.
  useEffect(() => {
    const keepPage = (event: DragEvent) => event.preventDefault();
    const kinds = ['dragover', 'drop'] as const;
    for (const kind of kinds) addEventListener(kind, keepPage);
    return () => kinds.forEach((kind) => removeEventListener(kind, keepPage));
  }, []);
  const take = (files: FileList | null) => {
    const file = files?.item(0);
    if (file) onFile(file);
  };
  return (
    <Paper
      withBorder
      p="lg"
      className="drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <Stack gap="xs">
        <Text component="label" htmlFor={id} fw={600}>
          {words}
        </Text>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.tab,.txt,.json,.jsonl,.ndjson"
          onChange={(event) => {
            take(event.currentTarget.files);
            // The same file may be chosen once more.
            event.currentTarget.value = '';
          }}
        />
        <Text size="sm" c="dimmed">
          CSV, TSV, JSON lines of any size, or a JSON array up to 50 MB. Nothing is sent before you have seen what would
          be written.
        </Text>
      </Stack>
    </Paper>
  );
}
