import { Button, Group, Text } from '@mantine/core';
import { minLabelsToFit } from '@app/report';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { Refusal } from '../../../element/loading/refusal';
import { useChange } from '../../../element/hook/use-change';

/** Fits the judgment to its labels now, and waits for the job. */
export function FitNow({ ns, name, labels }: { ns: string; name: string; labels: number }) {
  const fit = useChange(async () => await client.namespace(ns).judgments.get(name).fit(), {
    concerns: [
      ...[keys.calibration, keys.judgment, keys.distribution, keys.curve].map((family) => family.of(ns, name)),
      keys.calibration.verdicts(ns),
    ],
    done: 'Fit created: it applies to answers from now on.',
  });
  return (
    <>
      <Group>
        <Button
          variant="default"
          loading={fit.isPending}
          disabled={labels < minLabelsToFit}
          onClick={() => fit.mutate()}
        >
          Fit now
        </Button>
        <Text size="sm" c="dimmed">
          {labels < minLabelsToFit
            ? `A fit needs ${minLabelsToFit} labels; there are ${labels}.`
            : 'Fits are also made each night. A fit runs as a job and asks no engine.'}
        </Text>
      </Group>
      {fit.error !== null && <Refusal error={fit.error} />}
    </>
  );
}
