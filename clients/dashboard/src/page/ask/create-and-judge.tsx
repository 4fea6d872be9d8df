import type { Schema } from '@app/sdk/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { usdText } from '../../format/number';
import type { Body } from '../editor/draft/draft';
import { faultOf, isShownByField } from '../editor/draft/fault';
import { allText, budgetText } from './price-text';

/** Creates the judgment and judges what is stored, for the price that its button names; a higher one is asked for anew. */
export function CreateAndJudge({
  view,
  body,
  estimate,
  onMade,
}: {
  view: Schema<'NamespaceView'>;
  /** Null while there is nothing to create. */
  body: Body | null;
  estimate: Schema<'EstimateView'> | null;
  onMade: (made: { name: string; job: string | undefined }) => void;
}) {
  const { judgments } = client.namespace(view.name);
  const concerns = [
    ...[keys.judgments.of(view.name), keys.judgment.in(view.name), keys.samples.in(view.name)],
    ...[keys.documents.in(view.name), keys.jobs.all],
  ];
  const create = useChange(
    async ({ asked, priceUsd }: { asked: Body; priceUsd: number }) => {
      const quoted = await judgments.create({ ...asked, if_active_version: null, backfill: true });
      const isDearer = (quoted.estimate?.existing.cost_usd ?? 0) > priceUsd;
      if (quoted.status !== 'confirmation_required') return ended(quoted, asked);
      // What was pressed is the price: only another one is a question again.
      return isDearer ? quoted : ended(await judgments.confirm(quoted), asked);
    },
    { concerns },
  );
  const confirm = useChange(
    async ({ quoted, asked }: { quoted: Schema<'JudgmentChange'>; asked: Body }) =>
      ended(await judgments.confirm(quoted), asked),
    { concerns },
  );
  function ended(change: Schema<'JudgmentChange'>, { name }: Body) {
    onMade({ name, job: change.job?.id });
    return change;
  }
  const quoted = create.data?.status === 'confirmation_required' ? create.data : null;
  const fault = faultOf(create.error);
  const form = { type: body?.type, hasStarter: body?.from_starter !== undefined };
  const priced = quoted?.estimate ?? estimate;
  return (
    <Stack gap="sm" component="section" aria-label="Create">
      {create.error !== null && !(fault && isShownByField(fault, form)) && <Refusal error={create.error} />}
      {confirm.error !== null && <Refusal error={confirm.error} />}
      {quoted && (
        <Text role="status">The price has changed meanwhile: it is now {allText(quoted.estimate ?? nothing)}.</Text>
      )}
      {priced && (
        <Text size="sm">
          {budgetText(view, priced.existing.cost_usd)}{' '}
          <AppLink to={addresses.namespace(view.name)}>Budget of the namespace</AppLink>
        </Text>
      )}
      <Group>
        <Button
          disabled={body === null || estimate === null}
          loading={create.isPending || confirm.isPending}
          onClick={() => {
            if (body === null || estimate === null) return;
            if (quoted && create.variables) confirm.mutate({ quoted, asked: create.variables.asked });
            else create.mutate({ asked: body, priceUsd: estimate.existing.cost_usd });
          }}
        >
          Create and judge all{priced ? `: ${usdText(priced.existing.cost_usd)}` : ''}
        </Button>
        {quoted && (
          <Button variant="default" onClick={() => create.reset()}>
            Change it first
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const nothing = { existing: { documents: 0, judgment_units: 0, cost_usd: 0 } };
