import type { Understanding } from '@app/file-reader';
import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Loaded } from '../../element/loading/loaded';
import { existingSentence } from './import-words';
import type { Existing } from './kept-import';
import { plannerOf, type Plan } from './plan';

const choices: readonly { value: Existing; label: string }[] = [
  { value: 'replace', label: 'Replace' },
  { value: 'merge', label: 'Merge' },
  { value: 'skip', label: 'Skip' },
];
const means: Readonly<Record<Existing, string>> = {
  replace: 'The document then has what the row has, and nothing else.',
  merge: 'What the row has is set; other attributes and other members of the state stay.',
  skip: 'The document stays as it is.',
};

/** How rows meet documents that exist: a look at the first ids, and what the person wants. */
export function ExistingChoice({
  ns,
  understanding,
  plan,
  value,
  onChange,
}: {
  ns: string;
  understanding: Understanding;
  plan: Plan;
  value: Existing;
  onChange: (value: Existing) => void;
}) {
  const [name] = useDebouncedValue(ns, 300);
  const planned = plannerOf(plan);
  const rows = understanding.sample.flatMap((one) => (one.kind === 'row' ? [planned(one.fields)] : []));
  const ids = [...new Set(rows.flatMap((row) => (typeof row === 'string' ? [] : [row.document.id])))];
  const exists = useQuery({
    queryKey: keys.namespaces.exists(name),
    // The exact name is the first one that begins so.
    queryFn: async () =>
      (await client.namespaces.list({ prefix: name, limit: 1 })).namespaces.some((one) => one.name === name),
    enabled: name !== '',
  });
  const found = useQuery({
    queryKey: keys.documents.existing(name, ids),
    queryFn: async () =>
      (await client.namespace(name).documents.getMany(ids, { fresh: 'stored', include: [] })).documents.length,
    enabled: exists.data === true && ids.length > 0,
  });
  if (name === '') return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Existing documents
      </Title>
      <Loaded query={exists} lines={1}>
        {(isThere) =>
          isThere ? (
            <>
              <SegmentedControl
                size="xs"
                className="tabs"
                aria-label="Rows whose document exists"
                value={value}
                onChange={(chosen) => onChange(chosen as Existing)}
                data={[...choices]}
                style={{ alignSelf: 'flex-start' }}
              />
              <Text size="sm">{means[value]}</Text>
              {ids.length > 0 && (
                <Loaded query={found} lines={1}>
                  {(count) => (
                    <Text size="sm" fw={600} role="status">
                      {existingSentence(count, ids.length, value)}
                    </Text>
                  )}
                </Loaded>
              )}
            </>
          ) : (
            <Text size="sm">
              {name} is new and holds no document. A later row of the same id replaces the earlier one.
            </Text>
          )
        }
      </Loaded>
    </Stack>
  );
}
