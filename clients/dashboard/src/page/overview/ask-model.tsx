import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { requestKey } from '../../api/request-key';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { priceText } from './built-in-words';

const body = { only: 'other_epoch' } as const;
/** A quote can be confirmed for a while; it is read anew before that ends, in milliseconds. */
const quoteMs = 300_000;

/** The price of new answers of a judgment, and the button that has the model asked for them. */
export function AskModel({
  ns,
  name,
  isPriced,
  onPriced,
}: {
  ns: string;
  name: string;
  /** Whether the price is asked for without being told to. */
  isPriced: boolean;
  /** The price is known, or was refused. */
  onPriced: () => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const [key] = useState(() => requestKey('backfill'));
  const judgment = client.namespace(ns).judgments.get(name);
  const quote = useQuery({
    queryKey: keys.builtInAnswers.price(ns, name),
    queryFn: async () => await judgment.backfill(body),
    enabled: isPriced || isAsked,
    staleTime: quoteMs,
    refetchOnWindowFocus: false,
  });
  const start = useChange(
    async (confirm: string) =>
      // A token confirms one price: with another price this is another request.
      await judgment.backfill({ ...body, confirm }, { idempotencyKey: `${key}-${confirm.slice(-16)}` }),
    { concerns: [keys.builtInAnswers.all, keys.jobs.all], done: `${name} is asked again.` },
  );
  const isSettled = quote.data !== undefined || quote.error !== null;
  useEffect(() => {
    if (isSettled) onPriced();
  }, [isSettled, onPriced]);
  if (quote.error) return <Refusal error={quote.error} onRetry={() => void quote.refetch()} />;
  if (quote.data === undefined) {
    return (
      <Button size="compact-xs" variant="default" loading={quote.isFetching} onClick={() => setAsked(true)}>
        Price
      </Button>
    );
  }
  const { confirm, estimate } = quote.data;
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm">{estimate ? priceText(estimate.existing) : 'no price'}</Text>
        {confirm !== null && estimate?.existing.documents !== 0 && (
          <Button
            size="compact-xs"
            variant="default"
            loading={start.isPending}
            disabled={start.isSuccess}
            aria-label={`Ask again: ${name} on ${ns}`}
            onClick={() => start.mutate(confirm)}
          >
            Ask again
          </Button>
        )}
      </Group>
      {start.error && <Refusal error={start.error} onRetry={() => void quote.refetch()} />}
    </>
  );
}
