import type { Schema } from '@app/sdk/client';
import { Group, Select, Stack, Title } from '@mantine/core';
import { usePlace } from '../../../element/hook/use-place';
import { WideTable } from '../../../element/table/wide-table';
import { diffOf } from './version-diff';

/** Two versions beside each other. Which two stands in the address. */
export function VersionCompare({ versions, active }: { versions: readonly Schema<'VersionItem'>[]; active: number }) {
  const place = usePlace();
  const [newest, older] = versions;
  if (!newest || !older) return null;
  const to = chosen(place.value('to')) ?? newest;
  const others = versions.filter((each) => each !== to);
  const from = chosen(place.value('from')) ?? others.find(({ version }) => version === active) ?? others[0] ?? older;
  const data = versions.map(({ version }) => ({
    value: String(version),
    label: `${version}${version === active ? ', active' : ''}`,
  }));
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Compare versions
      </Title>
      <Group>
        <Select
          label="From version"
          allowDeselect={false}
          data={data}
          value={String(from.version)}
          onChange={(next) => place.set({ from: next ?? undefined })}
        />
        <Select
          label="To version"
          allowDeselect={false}
          data={data}
          value={String(to.version)}
          onChange={(next) => place.set({ to: next ?? undefined })}
        />
      </Group>
      <WideTable
        name="Differences"
        rows={diffOf(from.definition, to.definition)}
        rowKey={({ path }) => path}
        empty="These versions are the same."
        columns={[
          { title: 'Member', cell: ({ path }) => path },
          {
            title: `Version ${from.version}`,
            cell: ({ before }) => before !== null && <del className="plain">{before}</del>,
          },
          {
            title: `Version ${to.version}`,
            cell: ({ after }) => after !== null && <ins className="plain">{after}</ins>,
          },
        ]}
      />
    </Stack>
  );

  function chosen(text: string): Schema<'VersionItem'> | undefined {
    return versions.find(({ version }) => String(version) === text);
  }
}
