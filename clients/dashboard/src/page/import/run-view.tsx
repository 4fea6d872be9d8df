import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { Refusal } from '../../element/refusal';
import { countText } from '../../format/number';
import { progressWords, shareOf } from './import-words';
import type { Run } from './use-run';

const words: Readonly<Record<Run['state'], string>> = {
  running: 'Importing. If you leave this page, the import stops and can go on later.',
  held: 'Paused.',
  stopped: 'The import stopped. What was written stays, and it can go on.',
  over: '',
};

/** An import on its way: how far it is, and the ways to hold and to end it. */
export function RunView({ run, onAgain, onLeave }: { run: Run; onAgain: () => void; onLeave: () => void }) {
  const { kept, state, error, pace } = run;
  const percent = Math.floor(shareOf(kept) * 100);
  return (
    <Stack gap="sm" component="section" aria-label="Import">
      <Title order={2} size="h4" className="wrap">
        {kept.fileName} into {kept.ns}
      </Title>
      <Text role="status">{words[state]}</Text>
      <Progress value={percent} aria-label="Read of the file" />
      <Text size="sm">
        {percent} %, {progressWords(kept, pace)}
        {kept.counts.refused > 0 && `, ${countText(kept.counts.refused)} refused`}
      </Text>
      {state === 'stopped' && <Refusal error={error} />}
      <Group gap="xs">
        {state === 'running' && (
          <Button size="xs" variant="default" onClick={run.hold}>
            Pause
          </Button>
        )}
        {state === 'held' && (
          <Button size="xs" onClick={run.goOn}>
            Resume
          </Button>
        )}
        {state === 'stopped' ? (
          <>
            <Button size="xs" onClick={onAgain}>
              Go on
            </Button>
            <Button size="xs" variant="default" onClick={onLeave}>
              Leave it for later
            </Button>
          </>
        ) : (
          <Button size="xs" variant="default" onClick={run.cancel}>
            Cancel the import
          </Button>
        )}
      </Group>
    </Stack>
  );
}
