import type { Schema } from '@app/sdk/client';
import { Button, Checkbox, Group, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Chip } from '../../element/chip';
import { Moment } from '../../element/moment';
import { Refusal } from '../../element/loading/refusal';
import { WideTable, type Column } from '../../element/table/wide-table';
import { useMayChange } from '../../sign-in/session';
import { attemptText } from './attempt-text';
import { DeliveryDrawer } from './delivery-drawer';
import { useRedeliver } from './use-redeliver';

type Delivery = Schema<'DeliveryView'>;

/** Deliveries with what the receiver answered. Each opens; those that are ticked are sent again together. */
export function DeliveryTable({ endpoint, rows }: { endpoint: string; rows: readonly Delivery[] }) {
  const mayChange = useMayChange();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<string | null>(null);
  const send = useRedeliver(endpoint);
  const chosen = rows.filter(({ id }) => ticked.includes(id));
  const tick: Column<Delivery> = {
    title: 'Choose',
    cell: ({ id, test, event_type: type }) =>
      test !== true && (
        <Checkbox
          size="xs"
          aria-label={`Choose ${type} ${id}`}
          checked={ticked.includes(id)}
          onChange={(event) =>
            setTicked(event.currentTarget.checked ? [...ticked, id] : ticked.filter((other) => other !== id))
          }
        />
      ),
  };
  return (
    <>
      {mayChange && chosen.length > 0 && (
        <Group>
          <Button
            size="xs"
            loading={send.isPending}
            onClick={() =>
              send.mutate(
                chosen.map(({ event_id: event }) => event),
                { onSuccess: () => setTicked([]) },
              )
            }
          >
            Redeliver {chosen.length} selected
          </Button>
        </Group>
      )}
      {send.error !== null && <Refusal error={send.error} />}
      <WideTable
        name="Deliveries"
        rows={rows}
        rowKey={({ id }) => id}
        empty="No deliveries. Send a test event to create one."
        columns={[
          ...(mayChange ? [tick] : []),
          { title: 'Created', cell: ({ created_at: at }) => <Moment at={at} /> },
          {
            title: 'Event',
            cell: ({ id, event_type: type, test }) => (
              <UnstyledButton className="link" onClick={() => setOpen(id)}>
                {type}
                {test === true && ' (test)'}
              </UnstyledButton>
            ),
          },
          { title: 'Status', cell: ({ status }) => <Chip status={status} /> },
          { title: 'Last attempt', cell: (delivery) => attemptText(delivery) },
          { title: 'Next', cell: ({ next_attempt_at: at }) => <Moment at={at} /> },
        ]}
      />
      <DeliveryDrawer
        endpoint={endpoint}
        delivery={rows.find(({ id }) => id === open) ?? null}
        onClose={() => setOpen(null)}
      />
    </>
  );
}
