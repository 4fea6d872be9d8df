import { Stack, Text, Title } from '@mantine/core';
import { JsonTree } from '../../../element/json/json-tree';
import { Facts } from '../../../element/facts';
import type { JudgmentProps } from '../../../element/hook/judgment-props';
import { countText } from '../../../format/number';
import { setLengthOf } from '../../../format/time';
import { useMayChange } from '../../../sign-in/session';
import { TemplateChain } from '../../template/template-chain';
import { Archive } from './archive';
import { FreshnessForm } from './freshness-form';
import { OutcomeOrigin } from './outcome-origin';
import { SettingForm } from './setting-form';

/** When answers are made anew, what becomes an outcome by itself, what is compared by itself, who labels, and the way out. */
export function Settings({ ns, judgment }: JudgmentProps) {
  const mayChange = useMayChange();
  const { name, freshness, outcomes, alternatives, queue } = judgment;
  const { fanout } = freshness;
  return (
    <Stack>
      <TemplateChain ns={ns} judgment={judgment} />
      <Title order={2} size="h4">
        Freshness
      </Title>
      <Facts
        facts={[
          ['Judged', freshness.policy.replace('_', ' ')],
          ['Wait after a change', setLengthOf(freshness.debounce_ms)],
          ['Max. wait', setLengthOf(freshness.max_wait_ms)],
          ['Interval', freshness.interval ?? 'none'],
          ['Fan-out wait', setLengthOf(fanout.debounce_ms)],
          ['Fan-out (24 h)', countText(fanout.rolling_limit)],
          ['Max. documents per block', countText(fanout.block_cap)],
          ['Fan-out scope', fanout.scope ? JSON.stringify(fanout.scope) : 'every document'],
        ]}
      />
      {mayChange && <FreshnessForm key={JSON.stringify(freshness)} ns={ns} judgment={judgment} />}
      <Title order={2} size="h4">
        Outcomes by rule
      </Title>
      <OutcomeOrigin judgment={judgment} />
      {mayChange ? (
        <SettingForm
          ns={ns}
          name={name}
          member="outcomes"
          value={outcomes}
          description={
            'The first matching rule sets the outcome of a document, such as {"rule": [{"value": true, "when": {"attributes.late": true}}]}'
          }
        />
      ) : (
        <JsonTree value={outcomes ?? {}} />
      )}
      <Title order={2} size="h4">
        Alternatives
      </Title>
      {mayChange ? (
        <SettingForm
          ns={ns}
          name={name}
          member="alternatives"
          value={alternatives}
          description={'Whether a run starts automatically after a fit, at most monthly: {"automatic": true}'}
        />
      ) : (
        <JsonTree value={alternatives ?? {}} />
      )}
      <Title order={2} size="h4">
        Review queue
      </Title>
      {mayChange ? (
        <SettingForm
          ns={ns}
          name={name}
          member="queue"
          value={queue}
          description={
            'The share of labelled items that a second person labels too; a tenth by default: {"second_label_share": 0.1}'
          }
        />
      ) : (
        <JsonTree value={queue ?? { second_label_share: 0.1 }} />
      )}
      {mayChange ? (
        <Archive ns={ns} judgment={judgment} />
      ) : (
        <Text c="dimmed">Read-only access: owners and admins make changes.</Text>
      )}
    </Stack>
  );
}
