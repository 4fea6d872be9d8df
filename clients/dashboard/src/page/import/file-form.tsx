import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Refusal } from '../../element/loading/refusal';
import { bytesText, percentText } from '../../format/number';
import { ColumnTable } from './column-table';
import { ExistingChoice } from './existing-choice';
import { FileDrop } from './file-drop';
import { shareOf } from './import-words';
import type { Existing, KeptImport, Reading } from './kept-import';
import { faultOfName } from './namespace-name';
import { NamespaceChoice } from './namespace-choice';
import { newImport } from './new-import';
import { idColumnOf, planOf, type Plan } from './plan';
import { Preview } from './preview';
import { ReadingForm } from './reading-form';
import { usePerson } from './use-imports';
import { useUnderstanding, type Understood } from './use-understanding';
import { readServiceMs } from '../../api/service-clock';

/** Chooses a file, shows what is understood of it and what would be written, and begins. */
export function FileForm({
  words,
  ns,
  list,
  onStart,
}: {
  words: string;
  ns: string;
  list: readonly KeptImport[];
  onStart: (file: File, kept: KeptImport) => void;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<Reading>({});
  const { understood, error } = useUnderstanding(file, reading);
  const stopped = list.filter(({ status, identity }) => status === 'running' && identity === understood?.identity);
  return (
    <Stack gap="md">
      <FileDrop
        words={words}
        onFile={(chosen) => {
          setReading({});
          setFile(chosen);
        }}
      />
      {error !== null && <Refusal error={error} />}
      {file && understood && (
        <Stack gap="md" component="section" aria-label={file.name}>
          <Title order={2} size="h4" className="wrap">
            {file.name}, {bytesText(file.size)}
          </Title>
          {stopped.map((kept) => (
            <Alert
              key={kept.id}
              title={`An import of this file into ${kept.ns} stopped at ${percentText(shareOf(kept))}`}
            >
              <Text size="sm">
                It continues behind the last row that was written, with the columns and choices that it began with.
              </Text>
              <Button size="xs" mt="xs" onClick={() => onStart(file, kept)}>
                Continue
              </Button>
            </Alert>
          ))}
          <ReadingForm understanding={understood.understanding} reading={reading} onChange={setReading} />
          {understood.fault && (
            <Alert color="red" role="alert" title="This file cannot be read so">
              {understood.fault.message}
            </Alert>
          )}
          {understood.understanding && (
            <Planned
              key={`${understood.identity} ${JSON.stringify(reading)}`}
              file={file}
              first={ns}
              understood={understood}
              understanding={understood.understanding}
              reading={reading}
              onStart={onStart}
            />
          )}
        </Stack>
      )}
    </Stack>
  );
}

function Planned({
  file,
  first,
  understood: { identity },
  understanding,
  reading,
  onStart,
}: {
  file: File;
  first: string;
  understood: Understood;
  understanding: NonNullable<Understood['understanding']>;
  reading: Reading;
  onStart: (file: File, kept: KeptImport) => void;
}) {
  const { person } = usePerson();
  const [plan, setPlan] = useState<Plan>(() => planOf(understanding));
  const [ns, setNs] = useState(first);
  const [existing, setExisting] = useState<Existing>('replace');
  const [isBeginning, setBeginning] = useState(false);
  const lacks =
    idColumnOf(plan) === undefined
      ? 'Choose the column of the id.'
      : ns === ''
        ? 'Name the namespace.'
        : faultOfName(ns);
  const start = async () => {
    setBeginning(true);
    const began = { nowMs: Date.now(), serviceMs: await readServiceMs(Date.now()) };
    onStart(file, newImport({ file, identity, reading, plan, existing, ns, understanding, person, ...began }));
  };
  return (
    <>
      <ColumnTable understanding={understanding} plan={plan} onChange={setPlan} />
      <NamespaceChoice value={ns} onChange={setNs} />
      <ExistingChoice
        ns={lacks === null ? ns : ''}
        understanding={understanding}
        plan={plan}
        value={existing}
        onChange={setExisting}
      />
      <Preview understanding={understanding} plan={plan} ns={ns} />
      <Group gap="sm">
        <Button disabled={lacks !== null} loading={isBeginning} onClick={() => void start()}>
          Import {bytesText(file.size)}
          {lacks === null && ` into ${ns}`}
        </Button>
        {lacks !== null && <Text size="sm">{lacks}</Text>}
      </Group>
    </>
  );
}
