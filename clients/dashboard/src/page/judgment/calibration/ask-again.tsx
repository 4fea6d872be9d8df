import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { repeatabilityText } from '@app/report';
import type { Schema } from '@app/sdk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { Refusal } from '../../../element/loading/refusal';
import { useJob } from '../../../element/hook/use-job';
import { countedText, countText, usdText } from '../../../format/number';
import { useMayChange } from '../../../sign-in/session';

/** Between reads of a job that runs, in milliseconds. */

/** How much of an answer is the engine's own noise, and a run that asks it again once its price was read. */
export function AskAgain({ ns, name, report }: { ns: string; name: string; report: Schema<'CalibrationReport'> }) {
  const mayChange = useMayChange();
  const found = report.repeatability;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {found
          ? repeatabilityText(found)
          : 'Not measured yet: ask the engine again to see how much of an answer is noise.'}
      </Text>
      {mayChange && <AskNow ns={ns} name={name} />}
    </Stack>
  );
}

function AskNow({ ns, name }: { ns: string; name: string }) {
  const queries = useQueryClient();
  const one = client.namespace(ns).judgments.get(name);
  const quote = useMutation({ mutationFn: async () => await one.repeatability({}) });
  const start = useMutation({
    mutationFn: async () => await one.repeatability({ confirm: quote.data?.confirm ?? undefined }),
  });
  const job = start.data?.job?.id;
  const progress = useJob(job);
  const ended = progress.data?.status === 'done';
  useEffect(() => {
    if (ended) void queries.invalidateQueries({ queryKey: keys.calibration.of(ns, name) });
  }, [ended, queries, ns, name]);
  const estimate = quote.data?.estimate;
  return (
    <>
      {!estimate && (
        <div>
          <Button variant="default" size="xs" loading={quote.isPending} onClick={() => quote.mutate()}>
            Estimate the cost of asking again
          </Button>
        </div>
      )}
      {quote.error && <Refusal error={quote.error} />}
      {estimate && !start.data && (
        <Group gap="sm">
          <Text size="sm">
            {countedText(estimate.answers, 'answer')} {countedText(estimate.times, 'time')} for{' '}
            {usdText(estimate.cost_usd)}.
          </Text>
          <Button variant="default" size="xs" loading={start.isPending} onClick={() => start.mutate()}>
            Ask again
          </Button>
        </Group>
      )}
      {start.error && <Refusal error={start.error} />}
      {progress.error && <Refusal error={progress.error} />}
      {progress.data && (
        <>
          <Text size="sm" role="status">
            {countText(progress.data.progress.done)} of {countedText(progress.data.progress.total, 'ask')},{' '}
            {progress.data.status}
          </Text>
          <Progress value={shareOf(progress.data.progress)} aria-label="Asks that were answered" />
        </>
      )}
    </>
  );
}

function shareOf({ done, total }: { done: number; total: number }): number {
  return total === 0 ? 100 : (100 * done) / total;
}
