import { Button, Group, Text } from '@mantine/core';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Refusal } from '../../element/refusal';
import { useChange } from '../../element/use-change';

/** Labels that a fit needs; the service decides, the page only says so before. */
const leastLabels = 10;

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
        <Button variant="default" loading={fit.isPending} disabled={labels < leastLabels} onClick={() => fit.mutate()}>
          Fit now
        </Button>
        <Text size="sm" c="dimmed">
          {labels < leastLabels
            ? `A fit needs ${leastLabels} labels; there are ${labels}.`
            : 'Fits are also made each night. A fit runs as a job and asks no engine.'}
        </Text>
      </Group>
      {fit.error !== null && <Refusal error={fit.error} />}
    </>
  );
}
