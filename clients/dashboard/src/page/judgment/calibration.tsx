import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Facts } from '../../element/facts';
import type { JudgmentProps } from '../../element/judgment-props';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { usePlace } from '../../element/use-place';
import { countText, intervalText, percentText, shareText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';
import { CalibrationCharts } from './calibration-charts';
import { CalibrationFilter, filterIn } from './calibration-filter';
import { CalibrationHistory } from './calibration-history';
import { CalibrationLabels } from './calibration-labels';
import { driftText } from './drift-text';
import { FitNow } from './fit-now';

/** What the probabilities are worth against what happened: figures on labels that no fit has seen. */
export function Calibration({ ns, judgment: { name } }: JudgmentProps) {
  const mayChange = useMayChange();
  const filter = filterIn(usePlace());
  const report = useQuery({
    queryKey: keys.calibration.by(ns, name, filter),
    queryFn: async () => await client.namespace(ns).judgments.get(name).calibration(filter),
  });
  return (
    <Stack>
      <Group justify="space-between">
        <CalibrationFilter />
        <Text size="sm">
          <a href={reportAddress(ns, name)} target="_blank" rel="noreferrer">
            Page to print
          </a>
        </Text>
      </Group>
      <Loaded query={report}>
        {(found) => {
          const { labels, held_out: heldOut, read_with: readWith, drift } = found;
          const figures = readWith === 'calibrated' ? heldOut.calibrated : heldOut.raw;
          return (
            <Stack>
              {found.notices.map(({ code, message }) => (
                <Alert key={code} role="note" color="gray" title={code.replaceAll('_', ' ')}>
                  {message}
                </Alert>
              ))}
              <Facts
                facts={[
                  ['Labels used', `${countText(labels.used)} of ${countText(labels.count)}`],
                  ['Read with', readWith],
                  ['Fitted', <Moment at={found.fitted_at} />],
                  ['Share of positives', `${percentText(found.base_rate)} ${bracket(found.base_rate_interval)}`],
                  ['Log loss', `${shareText(figures?.log_loss)} ${bracket(figures?.log_loss_interval)}`],
                  ['Brier score', `${shareText(figures?.brier)} ${bracket(figures?.brier_interval)}`],
                  ['Calibration error', shareText(figures?.ece)],
                  ['Noise floor of it', shareText(figures?.ece_noise_floor?.mean)],
                  ['AUROC', `${shareText(figures?.auroc)} ${bracket(figures?.auroc_interval)}`],
                  ['Accuracy', `${percentText(figures?.accuracy)} ${bracket(figures?.accuracy_interval)}`],
                  ['Last 30 days', driftText(drift, found.type)],
                ]}
              />
              {mayChange && <FitNow ns={ns} name={name} labels={labels.count} />}
              <CalibrationCharts report={found} />
              <CalibrationLabels report={found} />
            </Stack>
          );
        }}
      </Loaded>
      <Title order={2} size="h4">
        Over time
      </Title>
      <CalibrationHistory ns={ns} name={name} />
    </Stack>
  );
}

function bracket(interval: readonly unknown[] | null | undefined): string {
  const text = intervalText(interval);
  return text && `(${text})`;
}

/** The service answers a browser with the report's own page. */
function reportAddress(ns: string, name: string): string {
  return `/v1/namespaces/${encodeURIComponent(ns)}/judgments/${encodeURIComponent(name)}/calibration`;
}
