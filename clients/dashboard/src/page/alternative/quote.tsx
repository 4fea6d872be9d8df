import type { Schema } from '@app/sdk/client';
import { Button, Checkbox, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Facts } from '../../element/facts';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { countedText, countText, usdText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';
import { detectableText } from './alternative-words';

/**
 * What scoring would cost and could show. Confirming confirms exactly this generation: the service refuses when labels,
 * alternatives or engines moved meanwhile.
 */
export function Quote({ ns, name, quote }: { ns: string; name: string; quote: Schema<'AlternativesQuote'> }) {
  const mayChange = useMayChange();
  const queries = useQueryClient();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const { generation, new_providers: providers, upstream, reason } = quote;
  const run = useChange(
    async () =>
      await client
        .namespace(ns)
        .judgments.get(name)
        .alternatives.run({ quote_generation: generation }, { wait: false }),
    { concerns: [keys.alternatives.of(ns, name), keys.jobs.all], done: 'Run started.' },
  );
  const confirm = () =>
    // A quote that moved is read anew, so that the person sees the one that holds now.
    run.mutate(undefined, {
      onError: () => void queries.invalidateQueries({ queryKey: keys.alternatives.of(ns, name) }),
    });
  if (quote.status === 'quoting') return <Text c="dimmed">The cost is being estimated.</Text>;
  const isTicked = providers.every((provider) => ticked.includes(provider));
  return (
    <Paper withBorder p="md" component="section" aria-label="Quote">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Cost of scoring
        </Title>
        <Facts
          facts={[
            ['Alternatives', countText(quote.alternatives.length)],
            ['Labels per alternative', countText(quote.labels)],
            ['Judgments', countText(quote.judgment_units)],
            ['Tokens', countText(quote.tokens)],
            ['Cost', usdText(quote.cost_usd)],
            ['Smallest detectable gain', detectableText(quote.detectable)],
          ]}
        />
        {reason !== null && <Text>{reason}</Text>}
        {upstream.map(({ alternative, judgment, documents, cost_usd: cost }) => (
          <Text size="sm" key={`${alternative} ${judgment}`}>
            Before {alternative}, {judgment} has to judge {countedText(documents, 'document')} for {usdText(cost)}. This
            run does not do that: start the backfill first.
          </Text>
        ))}
        {!mayChange && providers.length > 0 && (
          <Text size="sm">This sends labelled contexts for the first time to {providers.join(', ')}.</Text>
        )}
        {mayChange &&
          providers.map((provider) => (
            <Checkbox
              key={provider}
              label={`Send labelled contexts to ${provider}, which has not received any of this namespace`}
              checked={ticked.includes(provider)}
              onChange={(event) =>
                setTicked(
                  event.currentTarget.checked ? [...ticked, provider] : ticked.filter((other) => other !== provider),
                )
              }
            />
          ))}
        {run.error !== null && <Refusal error={run.error} />}
        {mayChange && (
          <div>
            <Button disabled={!isTicked || reason !== null} loading={run.isPending} onClick={confirm}>
              Score for {usdText(quote.cost_usd)}
            </Button>
          </div>
        )}
      </Stack>
    </Paper>
  );
}
