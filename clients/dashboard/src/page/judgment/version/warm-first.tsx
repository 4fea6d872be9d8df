import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { Refusal } from '../../../element/loading/refusal';
import { useJob } from '../../../element/hook/use-job';
import { countedText, countText, usdText } from '../../../format/number';

/** Between reads of a job that runs, in milliseconds. */

/** Judges the stored documents with a version before it is active, so that nothing reads stale on the day. */
export function WarmFirst({ ns, name, version }: { ns: string; name: string; version: number }) {
  const one = client.namespace(ns).judgments.get(name);
  const body = { version, only: 'missing' } as const;
  const quote = useMutation({ mutationFn: async () => await one.backfill(body) });
  const start = useMutation({
    mutationFn: async () => await one.backfill({ ...body, confirm: quote.data?.confirm ?? undefined }),
  });
  const job = start.data?.job?.id;
  const progress = useJob(job);
  const existing = quote.data?.estimate?.existing;
  return (
    <Stack gap="xs">
      {!quote.data && (
        <div>
          <Button variant="default" size="xs" loading={quote.isPending} onClick={() => quote.mutate()}>
            Estimate the cost of a backfill first
          </Button>
        </div>
      )}
      {quote.error && <Refusal error={quote.error} />}
      {existing && !start.data && (
        <Group gap="sm">
          <Text size="sm">
            {countedText(existing.documents, 'document')} for {usdText(existing.cost_usd)}.
          </Text>
          <Button variant="default" size="xs" loading={start.isPending} onClick={() => start.mutate()}>
            Backfill first
          </Button>
        </Group>
      )}
      {start.error && <Refusal error={start.error} />}
      {progress.error && <Refusal error={progress.error} />}
      {progress.data && (
        <>
          <Text size="sm" role="status">
            {countText(progress.data.progress.done)} of {countedText(progress.data.progress.total, 'document')},{' '}
            {progress.data.status}
          </Text>
          <Progress value={shareOf(progress.data.progress)} aria-label={`Documents judged with version ${version}`} />
        </>
      )}
    </Stack>
  );
}

function shareOf({ done, total }: { done: number; total: number }): number {
  return total === 0 ? 100 : (100 * done) / total;
}
