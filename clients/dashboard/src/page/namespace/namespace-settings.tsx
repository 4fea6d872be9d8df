import type { Schema } from '@app/sdk/client';
import { Button, Checkbox, Group, Paper, Select, Stack, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { useEngines } from '../../element/hook/use-engines';
import { changesOf, type EngineRef, fieldsOf, type NamespaceFields } from './setting-fields';

const numbers = [
  ['share', 'Share of fan-out (0 to 1)'],
  ['debounce', 'Wait after a change (s)'],
  ['maxWait', 'Max. fan-out delay (s)'],
  ['rollingLimit', 'Fan-out answers per 24 h'],
  ['blockCap', 'Max. documents per block'],
] as const;

/** Which engine is asked by default, whether the namespace is kept in memory, and how far a change reaches. */
export function NamespaceSettings({ view }: { view: Schema<'NamespaceView'> }) {
  const { name } = view;
  const [fields, setFields] = useState<NamespaceFields>(() => fieldsOf(view));
  const engines = useEngines();
  const changes = changesOf(view, fields);
  const save = useChange(async () => await client.namespace(name).update(changes), {
    concerns: [keys.namespace.of(name), keys.judgments.of(name), keys.judgment.in(name)],
    done: 'Settings saved.',
  });
  const set = (part: Partial<NamespaceFields>) => {
    save.reset();
    setFields({ ...fields, ...part });
  };
  const offered = engines.map(({ ref }) => ref);
  const known = fields.engine === null ? offered : [...offered, fields.engine];
  return (
    <Paper withBorder p="sm" component="section" aria-label="Settings">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap="sm">
          <Title order={3} size="h5">
            Settings
          </Title>
          <Group align="flex-end">
            <Select
              label="Default engine"
              clearable
              placeholder="service default"
              data={[...new Set(known.map(wordsOf))]}
              value={fields.engine === null ? null : wordsOf(fields.engine)}
              onChange={(words) => set({ engine: known.find((ref) => wordsOf(ref) === words) ?? null })}
            />
            <Checkbox
              label="Pinned: kept in memory, billed by size"
              pb={8}
              checked={fields.pinned}
              onChange={(event) => set({ pinned: event.currentTarget.checked })}
            />
          </Group>
          <Group align="flex-end">
            <Checkbox
              label="Fan-out: judge again when a related document changes"
              pb={8}
              checked={fields.isFanoutOn}
              onChange={(event) => set({ isFanoutOn: event.currentTarget.checked })}
            />
            {numbers.map(([member, label]) => (
              <TextInput
                key={member}
                label={label}
                type="number"
                min={0}
                step="any"
                w={190}
                value={fields[member]}
                onChange={(event) => set({ [member]: event.currentTarget.value })}
              />
            ))}
          </Group>
          {save.error !== null && <Refusal error={save.error} />}
          <div>
            <Button
              type="submit"
              size="xs"
              variant="default"
              disabled={Object.keys(changes).length === 0}
              loading={save.isPending}
            >
              Save settings
            </Button>
          </div>
        </Stack>
      </form>
    </Paper>
  );
}

function wordsOf({ name, version }: EngineRef): string {
  return `${name} ${version}`;
}
