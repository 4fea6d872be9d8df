import { Autocomplete, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { slugOf } from '../../format/slug';
import { useSession } from '../../sign-in/session';
import { faultOfName } from './namespace-name';

/** Where the documents go: a namespace that exists, or a new one below the organization's name. */
export function NamespaceChoice({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const begins = `${slugOf(useSession().organization.name)}/`;
  const [kind, setKind] = useState<'new' | 'existing'>(value === '' || value.startsWith(begins) ? 'new' : 'existing');
  const [prefix] = useDebouncedValue(kind === 'existing' ? value : '', 300);
  const names = useQuery({
    queryKey: keys.namespaces.names(prefix),
    queryFn: async () => (await client.namespaces.list({ ...(prefix && { prefix }), limit: 20 })).namespaces,
    placeholderData: (before) => before,
  });
  const rest = value.startsWith(begins) ? value.slice(begins.length) : '';
  const fault = value === '' ? null : faultOfName(value);
  return (
    <Stack gap="xs">
      <SegmentedControl
        size="xs"
        className="tabs"
        aria-label="Namespace of the documents"
        value={kind}
        onChange={(chosen) => {
          setKind(chosen as typeof kind);
          onChange('');
        }}
        data={[
          { value: 'new', label: 'New namespace' },
          { value: 'existing', label: 'Existing namespace' },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {kind === 'new' ? (
        <TextInput
          label="Name of the namespace"
          description={`It begins with ${begins}, and is made with the first document.`}
          required
          value={rest}
          leftSection={
            <Text size="sm" c="dimmed" truncate>
              {begins}
            </Text>
          }
          leftSectionWidth={`${Math.min(begins.length, 22) + 4}ch`}
          error={fault}
          onChange={(event) => onChange(`${begins}${event.currentTarget.value}`)}
        />
      ) : (
        <Autocomplete
          label="Name of the namespace"
          required
          value={value}
          error={fault}
          data={[...new Set((names.data ?? []).map(({ name }) => name))]}
          onChange={onChange}
          maxDropdownHeight={280}
        />
      )}
    </Stack>
  );
}
