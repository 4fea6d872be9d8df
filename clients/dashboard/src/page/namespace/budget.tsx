import type { Schema } from '@app/sdk/client';
import { Alert, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Loaded } from '../../element/loading/loaded';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { countText, countedText, usdText } from '../../format/number';
import { offeredBudget, readWaitingPrice, type WaitingPrice } from './waiting-price';

type View = Schema<'NamespaceView'>;

/** What judging may cost in a month. Where that is used up, what waits and its price, and one button that lets it go on. */
export function Budget({ view }: { view: View }) {
  const { name, budget, budget_paused: isPaused } = view;
  const price = useQuery({
    queryKey: keys.waitingPrice.of(name),
    queryFn: async () => await readWaitingPrice(client, name),
    enabled: isPaused,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return (
    <Paper withBorder p="sm" component="section" aria-label="Budget">
      <Stack gap="sm">
        <Title order={3} size="h5">
          Budget
        </Title>
        {isPaused && (
          <Alert role="note" color="gray" title="Judging is paused: the budget is used up">
            <Text size="sm">
              The budget is {usdText(budget?.compute_usd_per_month)} a month, and {usdText(view.stats.spend_month_usd)}{' '}
              of it is spent. Documents are written and read as before; answers that need the engine wait for a higher
              budget, or for the next month.
            </Text>
            <Loaded query={price} lines={2}>
              {(read) => <Waits price={read} />}
            </Loaded>
          </Alert>
        )}
        <BudgetForm
          // What was typed for one state of the namespace is not what another one is asked for.
          key={JSON.stringify([budget, isPaused])}
          view={view}
          offered={
            isPaused && price.data !== undefined
              ? offeredBudget(budget?.compute_usd_per_month ?? 0, view.stats.spend_month_usd, price.data)
              : null
          }
        />
      </Stack>
    </Paper>
  );
}

function Waits({ price: { judgments, left } }: { price: WaitingPrice }) {
  const sum = judgments.reduce((total, { costUsd }) => total + costUsd, 0);
  const each = judgments.map(
    ({ name, documents, costUsd }) => `${name}: ${countedText(documents, 'document')} for ${usdText(costUsd)}`,
  );
  return (
    <Text size="sm" role="status">
      {judgments.length === 0
        ? 'The queue has no automatic work.'
        : `Judging the queue costs at most ${usdText(sum)}. ${each.join(', ')}.`}
      {left > 0 && ` ${countText(left)} more judgments are not included.`}
    </Text>
  );
}

/** @param offered what the field shows until somebody types; null: the budget in force */
function BudgetForm({
  view: { name, budget, budget_paused: isPaused },
  offered,
}: {
  view: View;
  offered: number | null;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const present = budget === null ? '' : String(budget.compute_usd_per_month);
  const usd = typed ?? (offered === null ? present : String(offered));
  const save = useChange(
    async () =>
      await client.namespace(name).update({
        budget: usd === '' ? null : { compute_usd_per_month: Number(usd), on_exceeded: 'pause' },
      }),
    {
      concerns: [keys.namespace.of(name), keys.usage.all, keys.waitingPrice.of(name)],
      done: ({ budget_paused: stillPaused }) => (stillPaused ? 'Budget saved. Judging stays paused.' : 'Budget saved.'),
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end">
          <TextInput
            label="Monthly budget (US dollars)"
            description="Empty: no budget. Judging pauses when it is used up."
            type="number"
            min={0}
            step="any"
            value={usd}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="xs"
            variant={isPaused ? 'filled' : 'default'}
            disabled={usd === present}
            loading={save.isPending}
          >
            {isPaused ? resumeText(usd) : 'Save budget'}
          </Button>
        </Group>
        {save.error !== null && <Refusal error={save.error} />}
      </Stack>
    </form>
  );
}

function resumeText(usd: string): string {
  return usd === '' ? 'Remove the budget and resume' : `Set ${usdText(Number(usd))} and resume`;
}
