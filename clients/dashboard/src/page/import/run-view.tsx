import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { countText } from '../../format/number';
import { FocusedTitle } from './focused-title';
import { progressWords, shareOf } from './import-words';
import { Stopped } from './stopped';
import type { Run } from './use-run';

const words: Readonly<Record<Run['state'], string>> = {
  running: 'Importing. If you leave this page, the import stops and can continue later.',
  held: 'Paused.',
  stopped: 'The import stopped. What was written stays.',
  over: '',
};

/** An import on its way: how far it is, and the ways to hold and to end it. */
export function RunView({ run, ...ways }: { run: Run; onAgain: () => void; onLeave: () => void; onShow: () => void }) {
  const { kept, state, pace } = run;
  const percent = Math.floor(shareOf(kept) * 100);
  return (
    <Stack gap="sm" component="section" aria-label="Import">
      <FocusedTitle>
        {kept.fileName} into {kept.ns}
      </FocusedTitle>
      <Text role="status">{words[state]}</Text>
      <Progress value={percent} aria-label="Read of the file" />
      <Text size="sm">
        {percent} %, {progressWords(kept, pace)}
        {kept.counts.refused > 0 && `, ${countText(kept.counts.refused)} refused`}
      </Text>
      {state === 'stopped' ? (
        <Stopped run={run} {...ways} />
      ) : (
        <Group gap="xs">
          {state === 'held' ? (
            <Button size="xs" onClick={run.goOn}>
              Resume
            </Button>
          ) : (
            <Button size="xs" variant="default" onClick={run.hold}>
              Pause
            </Button>
          )}
          <Button size="xs" variant="default" onClick={run.cancel}>
            Cancel the import
          </Button>
        </Group>
      )}
    </Stack>
  );
}
