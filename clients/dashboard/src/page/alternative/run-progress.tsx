import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Loaded } from '../../element/loading/loaded';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { countedText, countText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';

/** Between reads of a job that runs, in milliseconds. */
const everyMs = 1_500;

/** The runs of a namespace that are open, each with its progress; a run of another judgment may be among them. */
export function RunProgress({ ns }: { ns: string }) {
  const jobs = useQuery({
    queryKey: keys.jobs.ofAlternatives(ns),
    queryFn: async () => {
      const { jobs: newest } = await client.jobs.list({ type: 'alternatives_run' }).page();
      return newest.filter(({ namespace, status }) => namespace === ns && /queued|running/.test(status));
    },
    refetchInterval: everyMs,
  });
  return (
    <Loaded query={jobs} lines={1}>
      {(open) => open.map(({ id, progress }) => <OneRun key={id} id={id} {...progress} />)}
    </Loaded>
  );
}

function OneRun({ id, done, total }: { id: string; done: number; total: number }) {
  const mayChange = useMayChange();
  const cancel = useChange(() => client.jobs.cancel(id), {
    concerns: [keys.jobs.all, keys.alternatives.all],
    done: 'Run cancelled. Finished answers are kept and billed.',
  });
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {countText(done)} of {countedText(total, 'answer')}
        </Text>
        {mayChange && (
          <Button size="compact-xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel
          </Button>
        )}
      </Group>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label="Progress of the run" />
      {cancel.error !== null && <Refusal error={cancel.error} />}
    </Stack>
  );
}
