import type { Schema } from '@app/sdk/client';
import { Button } from '@mantine/core';
import { client } from '../../api/client';
import { Chip } from '../../element/chip';
import { Moment } from '../../element/moment';
import { useChange } from '../../element/use-change';
import { WideTable } from '../../element/wide-table';
import { useMayChange } from '../../sign-in/session';
import { attemptText } from './attempt-text';

type Delivery = Schema<'DeliveryView'>;

/** Deliveries with what the receiver answered; each can be sent again. */
export function DeliveryTable({ endpoint, rows }: { endpoint: string; rows: readonly Delivery[] }) {
  const mayChange = useMayChange();
  return (
    <WideTable
      name="Deliveries"
      rows={rows}
      rowKey={({ id }) => id}
      empty="There is no such delivery. “Send a test” makes one."
      columns={[
        { title: 'Made', cell: ({ created_at: at }) => <Moment at={at} /> },
        { title: 'Event', cell: ({ event_type: type, test }) => `${type}${test ? ' (test)' : ''}` },
        { title: 'Status', cell: ({ status }) => <Chip status={status} /> },
        { title: 'Last attempt', cell: (delivery) => attemptText(delivery) },
        { title: 'Next', cell: ({ next_attempt_at: at }) => <Moment at={at} /> },
        {
          title: 'Answer',
          cell: ({ response }) =>
            response === null ? (
              '–'
            ) : (
              <details>
                <summary>show</summary>
                <div className="plain">{response}</div>
              </details>
            ),
        },
        { title: 'Again', cell: ({ event_id: id }) => mayChange && <Redeliver event={id} endpoint={endpoint} /> },
      ]}
    />
  );
}

function Redeliver({ event, endpoint }: { event: string; endpoint: string }) {
  const send = useChange(() => client.events.redeliver(event, { endpoint }), {
    concerns: [['deliveries', endpoint]],
    done: 'It is sent again.',
  });
  return (
    <Button size="compact-xs" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
      {send.error === null ? 'Redeliver' : 'Refused: try again'}
    </Button>
  );
}
