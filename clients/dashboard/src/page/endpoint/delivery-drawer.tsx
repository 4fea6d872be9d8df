import type { Schema } from '@app/sdk/client';
import { Button, Drawer, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { isAbsent } from '../../api/failure';
import { keys } from '../../api/query-keys';
import { Facts } from '../../element/facts';
import { JsonTree } from '../../element/json/json-tree';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { Refusal } from '../../element/loading/refusal';
import { Chip } from '../../element/chip';
import { useMayChange } from '../../sign-in/session';
import { attemptText } from './attempt-text';
import { useRedeliver } from './use-redeliver';

type Delivery = Schema<'DeliveryView'>;

/** One delivery: what was sent, what the receiver answered, and a way to send it again. */
export function DeliveryDrawer({
  endpoint,
  delivery,
  onClose,
}: {
  endpoint: string;
  delivery: Delivery | null;
  onClose: () => void;
}) {
  return (
    <Drawer
      opened={delivery !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title="Delivery"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {delivery && <Content endpoint={endpoint} delivery={delivery} />}
    </Drawer>
  );
}

function Content({ endpoint, delivery }: { endpoint: string; delivery: Delivery }) {
  const mayChange = useMayChange();
  const send = useRedeliver(endpoint);
  const { id, event_id: eventId, event_type: type, test, status, response } = delivery;
  return (
    <Stack>
      <Facts
        cols={2}
        facts={[
          ['Delivery', id],
          ['Status', <Chip status={status} />],
          ['Last attempt', attemptText(delivery)],
          ['Next attempt', <Moment at={delivery.next_attempt_at} />],
        ]}
      />
      {mayChange && test !== true && (
        <Button loading={send.isPending} onClick={() => send.mutate([eventId])} style={{ alignSelf: 'flex-start' }}>
          Redeliver this event
        </Button>
      )}
      {send.error !== null && <Refusal error={send.error} />}
      <Title order={3} size="h5">
        {type}, event <span className="wrap">{eventId}</span>
      </Title>
      {test === true ? <Text c="dimmed">Test events are not kept in the feed.</Text> : <Body event={eventId} />}
      <Title order={3} size="h5">
        Response body (first 1 KB)
      </Title>
      {response === null || response === '' ? (
        <Text c="dimmed">No response body.</Text>
      ) : (
        <div className="plain" tabIndex={0} role="region" aria-label="Response">
          {response}
        </div>
      )}
    </Stack>
  );
}

function Body({ event }: { event: string }) {
  const query = useQuery({ queryKey: keys.event.of(event), queryFn: async () => await client.events.get(event) });
  if (isAbsent(query.error)) return <Text c="dimmed">Events are kept for 30 days; this one has expired.</Text>;
  return <Loaded query={query}>{({ data }) => <JsonTree value={data} />}</Loaded>;
}
