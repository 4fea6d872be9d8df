import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addresses } from '../../../address/address';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { AppLink } from '../../../element/app-link';
import { BuiltInBanner } from '../../../element/built-in-banner';
import type { JudgmentProps } from '../../../element/hook/judgment-props';
import { Loaded } from '../../../element/loading/loaded';
import { type Column, WideTable } from '../../../element/table/wide-table';
import { epochLabel } from '@app/report';
import { countedText, countText, percentText, percentWithin } from '../../../format/number';
import { useMayChange } from '../../../sign-in/session';
import { ThresholdEditor } from './threshold-editor';
import { thresholdText } from './threshold-text';

/** The thresholds in force with what labels say of them and what they flag now. */
export function ThresholdTable({ ns, judgment }: JudgmentProps) {
  const { name, thresholds } = judgment;
  const mayChange = useMayChange();
  const report = useQuery({
    queryKey: keys.calibration.of(ns, name),
    queryFn: async () => await client.namespace(ns).judgments.get(name).calibration(),
  });
  return (
    <Loaded query={report}>
      {(figures) => (
        <Stack>
          <BuiltInBanner answers={[figures]} title="These figures are of the built-in engine’s answers" />
          <WideTable
            name="Thresholds"
            rows={Object.entries(thresholds)}
            rowKey={([threshold]) => threshold}
            empty="No thresholds yet."
            columns={[
              { title: 'Name', cell: ([threshold]) => threshold },
              { title: 'True when the raw answer is', cell: ([, rule]) => thresholdText(rule) },
              {
                title: 'Flagged now',
                cell: ([threshold]) =>
                  ns.endsWith('/*') ? '–' : <Flagged ns={ns} path={`answers.${name}.thresholds.${threshold}`} />,
              },
              {
                title: 'Flagged (labels)',
                cell: ([threshold]) => percentText(figures.thresholds[threshold]?.flagged),
              },
              {
                title: 'Precision',
                cell: ([threshold]) => estimate(figures.thresholds[threshold], 'precision', 'precision_interval'),
              },
              {
                title: 'Recall',
                cell: ([threshold]) => estimate(figures.thresholds[threshold], 'recall', 'recall_interval'),
              },
              ...(mayChange && !ns.endsWith('/*') ? [alert(ns, name)] : []),
            ]}
          />
          <Text size="sm" c="dimmed">
            Thresholds apply to the raw answer, not the calibrated one. Precision and recall are based on{' '}
            {countedText(figures.labels.used, 'label')} of {epochLabel(figures) ?? 'no epoch yet'}, with 95 % intervals.
          </Text>
          {mayChange && <ThresholdEditor ns={ns} judgment={judgment} report={figures} />}
        </Stack>
      )}
    </Loaded>
  );
}

/** The way to a subscription that hears of documents which cross a threshold. */
function alert(ns: string, name: string): Column<[string, unknown]> {
  return {
    title: 'Alert',
    cell: ([threshold]) => (
      <AppLink to={addresses.subscribe(ns, { [`answers.${name}.thresholds.${threshold}`]: true })}>
        Subscribe to {threshold}
      </AppLink>
    ),
  };
}

type Performance = Partial<Record<'precision' | 'recall', number | null>> &
  Partial<Record<'precision_interval' | 'recall_interval', readonly unknown[] | null>>;

function estimate(
  figures: Performance | undefined,
  value: 'precision' | 'recall',
  interval: 'precision_interval' | 'recall_interval',
): string {
  return percentWithin(figures?.[value], figures?.[interval]);
}

/** How many current answers a threshold flags, counted exactly. */
function Flagged({ ns, path }: { ns: string; path: string }) {
  const counted = useQuery({
    queryKey: keys.count.withThreshold(ns, path),
    queryFn: async () =>
      (await client.namespace(ns).query({ filter: { [path]: true }, limit: 1, count: true, include: [] })).count ??
      null,
  });
  return <>{counted.error ? 'not counted' : countText(counted.data)}</>;
}
