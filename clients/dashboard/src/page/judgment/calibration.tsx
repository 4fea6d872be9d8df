import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { Facts } from '../../element/facts';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { WideTable } from '../../element/wide-table';
import { countText, intervalText, percentText, shareText } from '../../format/number';
import type { JudgmentProps } from './judgment-props';

/** What the probabilities are worth against what happened: figures on labels that no fit has seen. */
export function Calibration({ ns, judgment: { name } }: JudgmentProps) {
  const report = useQuery({
    queryKey: ['calibration', ns, name],
    queryFn: async () => await client.namespace(ns).judgments.get(name).calibration(),
  });
  return (
    <Loaded query={report}>
      {({
        labels,
        held_out: heldOut,
        bins,
        read_with: readWith,
        fitted_at: fittedAt,
        notices,
        drift,
        base_rate: base,
      }) => {
        const figures = readWith === 'calibrated' ? heldOut.calibrated : heldOut.raw;
        return (
          <Stack>
            {notices.map(({ code, message }) => (
              <Alert key={code} role="note" color="gray" title={code.replaceAll('_', ' ')}>
                {message}
              </Alert>
            ))}
            <Facts
              facts={[
                ['Labels used', `${countText(labels.used)} of ${countText(labels.count)}`],
                ['Read with', readWith],
                ['Fitted', <Moment at={fittedAt} />],
                ['Share of positives', percentText(base)],
                ['Log loss', `${shareText(figures?.log_loss)} ${bracket(figures?.log_loss_interval)}`],
                ['Calibration error', `${shareText(figures?.ece)} ${bracket(figures?.ece_interval)}`],
                ['Noise floor of it', shareText(figures?.ece_noise_floor?.mean)],
                ['AUROC', `${shareText(figures?.auroc)} ${bracket(figures?.auroc_interval)}`],
                [
                  'Last 30 days',
                  drift === null ? 'not enough labels' : drift.worse ? 'worse than before' : 'as before',
                ],
              ]}
            />
            <Group justify="space-between">
              <Title order={2} size="h4">
                Read against observed
              </Title>
              <Text size="sm">
                <a href={reportAddress(ns, name)} target="_blank" rel="noreferrer">
                  Page to print, with charts
                </a>
              </Text>
            </Group>
            <WideTable
              name="Bins"
              rows={bins}
              rowKey={({ low }) => String(low)}
              empty="There are no labels yet. Review makes them."
              columns={[
                { title: 'From', cell: ({ low }) => shareText(low) },
                { title: 'To', cell: ({ high }) => shareText(high) },
                { title: 'Labels', cell: ({ n }) => countText(n) },
                { title: 'Mean probability', cell: ({ mean_p: p }) => shareText(p) },
                { title: 'Observed', cell: ({ observed }) => shareText(observed) },
                { title: '95 % interval', cell: ({ interval }) => intervalText(interval) },
              ]}
            />
          </Stack>
        );
      }}
    </Loaded>
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
