import type { Schema } from '@app/sdk/client';
import { Stack, Text, Title } from '@mantine/core';
import { addresses } from '../../../address/address';
import { AppLink } from '../../../element/app-link';
import { BuiltInBanner } from '../../../element/built-in-banner';
import { Facts } from '../../../element/facts';
import { JsonTree } from '../../../element/json/json-tree';
import type { JudgmentProps } from '../../../element/hook/judgment-props';
import { useVerdicts } from '../../../element/hook/use-verdicts';
import { dayWords } from '../../../format/day-words';
import { modelText } from '../../../format/engine-words';
import { countText, usdText } from '../../../format/number';
import { TemplateChain } from '../../template/template-chain';
import { fanoutUseText } from './fanout-use-text';
import { LabelsSoFar } from './labels-so-far';
import { OverviewCharts } from './overview-charts';

/** The question, what today cost, and the active definition. */
export function Overview({ ns, judgment }: JudgmentProps) {
  const { name, definition, stats, active_version: version } = judgment;
  const words = dayWords(stats);
  const verdict = useVerdicts(ns).data?.get(name);
  return (
    <Stack>
      <BuiltInBanner answers={[judgment]} title="The built-in engine answers for this judgment" />
      <Text size="lg" className="wrap">
        {definition.question}
      </Text>
      {verdict && (
        <Text fw={600}>
          {verdict.sentence} <AppLink to={addresses.judgment(ns, name, 'calibration')}>Why</AppLink>
        </Text>
      )}
      <LabelsSoFar ns={ns} name={name} />
      <TemplateChain ns={ns} judgment={judgment} />
      <Text c="dimmed">
        <AppLink to={addresses.documents(ns, { [`answers.${name}.status`]: { ne: 'fresh' } })}>
          Documents with an answer that is not fresh
        </AppLink>{' '}
        <AppLink to={addresses.review(ns, name)}>Review</AppLink>
      </Text>
      <Facts
        facts={[
          ['Version', version],
          ['Engine', modelText(definition.engine, judgment)],
          ['Evaluations today', countText(stats.evaluations)],
          ['Spend today', usdText(stats.spend_usd)],
          ['Errors', words.errors],
          ['Truncated', words.truncated],
          ['Tokens per document', words.tokens],
          ['Freshness lag (p90)', words.lag],
          ...fanoutFacts(stats.fanout),
        ]}
      />
      <OverviewCharts ns={ns} name={name} debounceMs={judgment.freshness.debounce_ms} />
      <Title order={2} size="h4">
        Definition
      </Title>
      <JsonTree value={definition} />
    </Stack>
  );
}

/** What fan-out has used of its limit; nothing where the judgment has none. */
function fanoutFacts(use: Schema<'JudgmentStats'>['fanout']): [string, string][] {
  return use === undefined ? [] : [['Fan-out (24 h)', fanoutUseText(use, Date.now())]];
}
