import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Ask } from '../../element/ask';
import { Facts } from '../../element/facts';
import { Refusal } from '../../element/loading/refusal';
import { saveFile } from '../../element/file/save-file';
import { useChange } from '../../element/hook/use-change';
import { countedText, countText } from '../../format/number';
import { FocusedTitle } from './focused-title';
import { existingWords, numberSentence, undoneSentence, undoQuestion } from './import-words';
import type { ImportStore, KeptImport } from './kept-import';
import { readRefusedFile } from './refused-file';
import { undoImport, type UndoEnd } from './undo';
import { writeOf } from './use-run';

const titles: Readonly<Record<KeptImport['status'], string>> = {
  running: 'stopped',
  ended: 'is imported',
  cancelled: 'was cancelled',
  undone: 'is undone',
};

/** What an import did, and what can be done about it. */
export function EndView({ kept, store, onChange }: { kept: KeptImport; store: ImportStore; onChange: () => void }) {
  const { ns, counts, existing, refusedKept, numberColumns, misfits } = kept;
  const [undone, setUndone] = useState<UndoEnd | null>(null);
  const isUndone = undone !== null || kept.status === 'undone';
  const { documents } = client.namespace(ns);
  const undo = useChange(
    async () => {
      const findExisting = async (ids: readonly string[]) => {
        const found = await documents.getMany(ids, { fresh: 'stored', include: [] });
        return new Set(found.documents.map(({ id }) => id));
      };
      setUndone(await undoImport({ kept, store, write: writeOf(ns), findExisting, onProgress: () => undefined }));
      onChange();
    },
    { concerns: [keys.documents.in(ns), keys.count.in(ns), keys.namespace.of(ns), keys.namespaces.all] },
  );
  const numbers = numberSentence(numberColumns);
  return (
    <Stack gap="sm" component="section" aria-label="Result of the import">
      <div role="status">
        <FocusedTitle>
          {kept.fileName} {undone ? titles.undone : titles[kept.status]}
        </FocusedTitle>
      </div>
      <Facts
        facts={[
          ['Namespace', <AppLink to={addresses.documents(ns)}>{ns}</AppLink>],
          ['Created', countText(counts.created)],
          [`Existed, ${existingWords[existing]}`, countText(counts.existed)],
          ['Refused', countText(counts.refused)],
        ]}
      />
      {counts.unchanged > 0 && (
        <Text size="sm">{countText(counts.unchanged)} of those that existed had nothing to change.</Text>
      )}
      {numbers !== null && <Text size="sm">{numbers}</Text>}
      {Object.entries(misfits).map(([column, count]) => (
        <Text size="sm" key={column}>
          {column}: {countedText(count, 'cell')} not of its type, written as text.
        </Text>
      ))}
      {refusedKept > 0 && <Refused kept={kept} store={store} />}
      {undone !== null && <Text role="status">{undoneSentence(undone)}</Text>}
      <Group gap="sm">
        {!isUndone && <AppLink to={addresses.ask(ns)}>Ask a question</AppLink>}
        {!isUndone && kept.undoable > 0 && <Ask words="Undo this import" question={undoQuestion(kept)} change={undo} />}
      </Group>
    </Stack>
  );
}

function Refused({ kept, store }: { kept: KeptImport; store: ImportStore }) {
  const { counts, refusedKept } = kept;
  const [error, setError] = useState<unknown>(null);
  const save = () => readRefusedFile(store, kept).then(({ name, kind, text }) => saveFile(name, kind, text), setError);
  return (
    <Stack gap="xs">
      <Text size="sm">
        The refused rows with line and reason are a file of the same columns: mend them there, and import it.
        {counts.refused > refusedKept && ` It holds the first ${countText(refusedKept)}.`}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => void save()}>
          Save {countText(refusedKept)} refused {refusedKept === 1 ? 'row' : 'rows'}
        </Button>
      </Group>
      {error !== null && <Refusal error={error} />}
    </Stack>
  );
}
