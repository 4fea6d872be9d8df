import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Moment } from '../../element/moment';
import { countedText, percentText } from '../../format/number';
import { rowsOf, shareOf } from './import-words';
import type { KeptImport } from './kept-import';

/** Imports that this browser remembers: those that stopped, and those whose refused rows and undoing are still at hand. */
export function KeptList({
  list,
  onShow,
  onForget,
}: {
  list: readonly KeptImport[];
  onShow: (kept: KeptImport) => void;
  onForget: (kept: KeptImport) => void;
}) {
  if (list.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label="Earlier imports">
      <Title order={2} size="h4">
        Earlier imports
      </Title>
      {list.map((kept) => (
        <Group key={kept.id} gap="xs">
          <Text size="sm" className="wrap" component="div">
            {kept.fileName} into {kept.ns}, <Moment at={new Date(kept.beganMs).toISOString()} />:{' '}
            {kept.status === 'running'
              ? `stopped at ${percentText(shareOf(kept))}. Choose the file again to continue.`
              : `${countedText(rowsOf(kept), 'row')}, ${kept.status}.`}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => onShow(kept)}>
            View {kept.fileName}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => onForget(kept)}>
            Remove {kept.fileName}
          </Button>
        </Group>
      ))}
      <Text size="xs" c="dimmed">
        This browser keeps them for 14 days, with the rows that were refused. Removing an import from this list deletes
        no documents.
      </Text>
    </Stack>
  );
}
