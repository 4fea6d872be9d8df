import type { Schema } from '@app/sdk/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { JsonTree } from '../../element/json/json-tree';
import { Loaded } from '../../element/loading/loaded';
import { minuteOf } from '../../format/time';

/** An event's data, and where its deliveries are, once it is opened. */
export function EventBody({
  event: { id, type, timestamp, data },
  isOpenAtFirst = false,
}: {
  event: Schema<'EventView'>;
  isOpenAtFirst?: boolean;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
      <summary>{id}</summary>
      {isOpen && (
        <>
          <JsonTree value={data} />
          <Deliveries type={type} at={timestamp} />
        </>
      )}
    </details>
  );
}

/** Links to the log of each endpoint, at the minute of the event and its type. */
function Deliveries({ type, at }: { type: string; at: string }) {
  const endpoints = useQuery({
    queryKey: keys.endpoints.firstPage,
    queryFn: async () => (await client.webhookEndpoints.list()).webhook_endpoints,
    staleTime: 60_000,
  });
  return (
    <Loaded query={endpoints} lines={1}>
      {(rows) => (
        <Text size="sm" component="div">
          {rows.length === 0 && 'Not delivered: no endpoint.'}
          {rows.map(({ id, url }) => (
            <div key={id}>
              <AppLink to={addressOf('/endpoint', { id, types: type, since: minuteOf(Date.parse(at)) })}>
                Deliveries to {URL.canParse(url) ? new URL(url).origin : url}
              </AppLink>
            </div>
          ))}
        </Text>
      )}
    </Loaded>
  );
}
