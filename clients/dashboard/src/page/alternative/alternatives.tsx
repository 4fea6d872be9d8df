import { Alert, Stack, Text, Title } from '@mantine/core';
import { epochLabel } from '@app/report';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { BuiltInBanner } from '../../element/built-in-banner';
import { Chip } from '../../element/chip';
import { Facts } from '../../element/facts';
import type { JudgmentProps } from '../../element/hook/judgment-props';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { countText, shareText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';
import { AlternativeTable } from './alternative-table';
import { cascadeText } from './alternative-words';
import { Drafts } from './drafts';
import { NameForm } from './name-form';
import { Quote } from './quote';
import { RunProgress } from './run-progress';
import { Suggestion } from './suggestion';

/** Between reads while the service counts tokens or asks engines, in milliseconds. */
const busyMs = 2_000;

/** Other engines, wordings and contexts beside the active version, on the same labelled outcomes. */
export function Alternatives({ ns, judgment: { name } }: JudgmentProps) {
  const mayChange = useMayChange();
  const table = useQuery({
    queryKey: keys.alternatives.of(ns, name),
    queryFn: async () => await client.namespace(ns).judgments.get(name).alternatives.table(),
    refetchInterval: ({ state: { data } }) =>
      data && (/running|quoting/.test(data.status) || data.quote?.status === 'quoting') ? busyMs : false,
  });
  return (
    <Loaded query={table}>
      {(view) => (
        <Stack>
          <BuiltInBanner answers={[view]} title="These figures are of the built-in engine’s answers" />
          <div role="status">
            <Chip status={view.status} tone={view.status === 'ready' ? 'good' : 'calm'} /> {view.message}
          </div>
          {view.plan_required && (
            <Alert role="note" color="gray" title={`This needs the ${view.plan_required.required_plan} plan`}>
              {view.plan_required.message} Yours is {view.plan_required.plan}.
            </Alert>
          )}
          <Facts
            facts={[
              ['Labels', `${countText(view.labels.count)}${view.labels.sampled ? ', a fixed sample' : ''}`],
              ['Compared this month', countText(view.corrected_for)],
              ['Version', `${view.version} of ${epochLabel(view) ?? 'no fit yet'}`],
              ['Log loss of the version', shareText(view.current?.held_out.log_loss)],
              ['AUROC of the version', shareText(view.current?.held_out.auroc)],
              ['Judgments per answer', countText(view.current?.cost_per_answer)],
              ['Computed', <Moment at={view.computed_at} />],
              ['Runs automatically', view.automatic ? <Moment at={view.next_run_after} /> : 'no'],
            ]}
          />
          {view.status === 'running' && <RunProgress ns={ns} />}
          {view.suggestion && <Suggestion ns={ns} name={name} table={view} suggestion={view.suggestion} />}
          {view.quote && <Quote key={view.quote.generation} ns={ns} name={name} quote={view.quote} />}
          <Title order={2} size="h4">
            Compared with the version
          </Title>
          <AlternativeTable ns={ns} name={name} rows={view.alternatives} />
          <Text size="sm" c="dimmed">
            A change is that of held-out labels, alternative minus version, with its 95 % interval; lower log loss is
            better. Nothing is applied automatically.
            {view.speaks_for === 'labelled' &&
              ' The figures apply to answers like the labelled ones: other answers have no similar labels, or were not counted.'}
          </Text>
          <Text size="sm">{cascadeText(view)}</Text>
          {mayChange && (
            <>
              <NameForm ns={ns} name={name} />
              <Drafts ns={ns} name={name} />
            </>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
