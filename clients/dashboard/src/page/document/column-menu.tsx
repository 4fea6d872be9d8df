import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import type { TableColumn } from './column';

/** Chooses the columns of the table. The choice stands in the address. */
export function ColumnMenu({
  offered,
  chosen,
  onChange,
}: {
  offered: readonly TableColumn[];
  chosen: readonly TableColumn[];
  onChange: (columns: string | undefined) => void;
}) {
  const all = [...offered, ...chosen.filter(({ path }) => !offered.some((each) => each.path === path))];
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Checkbox.Group value={chosen.map(({ path }) => path)} onChange={(paths) => onChange(paths.join(','))}>
          <Stack gap={6} mah={320} style={{ overflow: 'auto' }}>
            {all.map(({ path, kind, name }) => (
              <Checkbox key={path} size="xs" value={path} label={kind === 'answer' ? `${name} (answer)` : name} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Button size="compact-xs" variant="subtle" mt="xs" onClick={() => onChange(undefined)}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
