import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import type { Schema } from '@app/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { epochLabel, labelsText, verdictOf } from '@app/report';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { BuiltInBanner } from '../../../element/built-in-banner';
import { Facts } from '../../../element/facts';
import type { JudgmentProps } from '../../../element/hook/judgment-props';
import { Loaded } from '../../../element/loading/loaded';
import { Moment } from '../../../element/moment';
import { usePlace } from '../../../element/hook/use-place';
import { titleOfCode } from '../../../format/code-words';
import { countedText, countText, intervalText, percentWithin, shareText } from '../../../format/number';
import { useMayChange } from '../../../sign-in/session';
import { AskAgain } from './ask-again';
import { CalibrationCharts } from './calibration-charts';
import { CalibrationFigures } from './calibration-figures';
import { CalibrationFilter, filterIn } from './calibration-filter';
import { CalibrationHistory } from './calibration-history';
import { CalibrationLabels } from './calibration-labels';
import { CalibrationMistakes } from './calibration-mistakes';
import { driftText } from './drift-text';
import { CalibrationSegments, SegmentChoice } from './calibration-segments';
import { FitNow } from './fit-now';
import { LabelsExport } from './labels-export';

/** What the probabilities are worth against what happened: figures on labels that no fit has seen. */
export function Calibration({ ns, judgment: { name } }: JudgmentProps) {
  const mayChange = useMayChange();
  const place = usePlace();
  const filter = filterIn(place);
  const by = place.value('by');
  const asked = by === '' ? filter : { ...filter, by };
  const report = useQuery({
    queryKey: keys.calibration.by(ns, name, asked),
    queryFn: async () => await client.namespace(ns).judgments.get(name).calibration(asked),
  });
  return (
    <Stack>
      <Group justify="space-between">
        <CalibrationFilter />
        <SegmentChoice ns={ns} />
        <Text size="sm">
          <a className="link" href={reportAddress(ns, name)} target="_blank" rel="noreferrer">
            Printable report
          </a>
        </Text>
      </Group>
      <Loaded query={report}>
        {(found) => {
          const { labels, read_with: readWith, drift } = found;
          return (
            <Stack>
              <BuiltInBanner answers={[found]} title="These figures are of the built-in engine’s answers" />
              <Text fw={600} size="lg">
                {verdictOf(found).sentence}
              </Text>
              {found.notices.map(({ code, message }) => (
                <Alert key={code} role="note" color="gray" title={titleOfCode(code)}>
                  {message}
                </Alert>
              ))}
              <Facts
                facts={[
                  ['Labels used', `${labelsText(found)}, ${countText(labels.count)} in all`],
                  ['Epoch', epochLabel(found) ?? '–'],
                  ['Read with', readWith],
                  ['Fitted', <Moment at={found.fitted_at} />],
                  ['Positive rate', percentWithin(found.base_rate, found.base_rate_interval)],
                  ['Labeller agreement', agreementText(found.agreement)],
                  ['Last 30 days', driftText(drift, found.type)],
                ]}
              />
              <CalibrationFigures report={found} />
              {mayChange && <FitNow ns={ns} name={name} labels={labels.count} />}
              <AskAgain ns={ns} name={name} report={found} />
              <CalibrationCharts report={found} />
              <CalibrationMistakes report={found} />
              {found.segments && <CalibrationSegments segments={found.segments} />}
              <CalibrationLabels report={found} />
              <LabelsExport ns={ns} name={name} filter={filter} />
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

/** Whether several labellers say the same of one answer. */
function agreementText(found: Schema<'CalibrationReport'>['agreement']): string {
  if (!found) return 'too few answers with two labels';
  const { alpha, interval, answers, authors } = found;
  return `alpha ${shareText(alpha)} ${bracket(interval)} of ${authors} labellers on ${countedText(answers, 'answer')}`;
}

function bracket(interval: readonly unknown[] | null | undefined): string {
  const text = intervalText(interval);
  return text && `(${text})`;
}

/** The service answers a browser with the report's own page. */
function reportAddress(ns: string, name: string): string {
  return `/v1/namespaces/${encodeURIComponent(ns)}/judgments/${encodeURIComponent(name)}/calibration`;
}
