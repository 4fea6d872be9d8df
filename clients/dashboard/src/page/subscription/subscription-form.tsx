import type { Schema } from '@app/sdk/client';
import { Button, Checkbox, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { client } from '../../api/client';
import { failureOf } from '../../api/failure';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { FilterEditor } from '../../element/json/filter-editor';
import { usePages } from '../../element/loading/more';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { useCount } from '../../element/hook/use-count';
import { useFilterPaths } from '../../element/hook/use-sample';
import { countText } from '../../format/number';
import { faultAt, faultOf } from '../editor/draft/fault';
import { bodyOf, type SubscriptionFields } from './subscription-fields';

/** A pause in typing after which the documents are counted, in milliseconds. */
const pauseMs = 400;
const moves = [
  ['entered', 'When a document starts to match'],
  ['exited', 'When a document stops matching'],
] as const;

/** Makes a subscription, or changes one. While the filter is typed, it says how many documents match now. */
export function SubscriptionForm({
  ns,
  first,
  isNew,
  onDone,
}: {
  ns: string;
  first: SubscriptionFields;
  isNew: boolean;
  /** @param view null: nothing was changed */
  onDone: (view: Schema<'SubscriptionView'> | null) => void;
}) {
  const [fields, setFields] = useState(first);
  const offered = useFilterPaths(ns);
  const body = bodyOf(fields);
  const [counted] = useDebouncedValue(fields.filter, pauseMs);
  const count = useCount(ns, JSON.stringify(counted), counted ?? undefined, counted !== null);
  const save = useChange(
    async () => {
      if (body === null) throw new Error('The filter is not valid JSON.');
      if (isNew) await assertNew(ns, fields.name);
      return await client.namespace(ns).subscriptions.put(fields.name, body);
    },
    { concerns: [keys.subscriptions.in(ns)], done: `${fields.name} saved.` },
  );
  const set = (part: Partial<SubscriptionFields>) => {
    save.reset();
    setFields({ ...fields, ...part });
  };
  const isUncounted = count.error !== null && failureOf(count.error).code.endsWith('scan_too_large');
  const fault = faultOf(save.error);
  // A filter that cannot be counted is refused for the same reason when it is saved.
  const refused = isUncounted ? null : faultOf(count.error);
  const isAtFilter = faultAt(fault, '/filter') !== undefined;
  const isAtField = ['/endpoint', '/min_hold', '/on'].some((at) => faultAt(fault, at) !== undefined);
  return (
    <Paper withBorder p="sm" component="section" aria-label={isNew ? 'New subscription' : `Subscription ${first.name}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined, { onSuccess: (view) => onDone(view) });
        }}
      >
        <Stack gap="sm">
          <Title order={3} size="h5">
            {isNew ? 'New subscription' : first.name}
          </Title>
          {isNew && (
            <TextInput
              label="Name"
              description="Letters, digits, _ and -"
              required
              value={fields.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
          )}
          <FilterEditor
            label="Filter"
            value={first.filter ?? undefined}
            offered={offered}
            fault={isAtFilter ? fault : refused}
            pointer="/filter"
            onChange={(filter) => set({ filter })}
          />
          <Text size="sm" role="status">
            {fields.filter === null && 'The filter is not valid JSON.'}
            {fields.filter !== null && isUncounted && 'Too many documents to count matches.'}
            {typeof count.data === 'number' && !count.error && matchText(count.data)}
          </Text>
          {count.error !== null && !isUncounted && refused === null && <Refusal error={count.error} />}
          <EndpointChoice
            value={fields.endpoint}
            error={faultAt(fault, '/endpoint')}
            onChange={(endpoint) => set({ endpoint })}
          />
          <Checkbox.Group
            label="Send an event"
            error={faultAt(fault, '/on')}
            value={fields.on}
            onChange={(on) => set({ on: on as SubscriptionFields['on'] })}
          >
            <Stack gap={4} mt={4}>
              {moves.map(([value, label]) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Checkbox.Group
            label="Include the document’s"
            value={fields.include}
            onChange={(include) => set({ include: include as SubscriptionFields['include'] })}
          >
            <Group gap="sm" mt={4}>
              <Checkbox value="attributes" label="attributes" />
              <Checkbox value="answers" label="answers" />
            </Group>
          </Checkbox.Group>
          <TextInput
            label="Must match for"
            description="Delay before the event is sent, such as 30m or 1d. Empty: send at once."
            value={fields.minHold}
            error={faultAt(fault, '/min_hold')}
            onChange={(event) => set({ minHold: event.currentTarget.value })}
          />
          <Checkbox
            label="Also send an event for documents that already match"
            checked={fields.initial === 'emit'}
            onChange={(event) => set({ initial: event.currentTarget.checked ? 'emit' : 'silent' })}
          />
          {save.error !== null && !isAtFilter && !isAtField && <Refusal error={save.error} />}
          <Group>
            <Button type="submit" size="xs" disabled={body === null || fields.name === ''} loading={save.isPending}>
              {isNew ? 'Create subscription' : 'Save subscription'}
            </Button>
            <Button size="xs" variant="default" onClick={() => onDone(null)}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function matchText(count: number): string {
  return count === 1 ? '1 document matches now.' : `${countText(count)} documents match now.`;
}

function EndpointChoice({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (endpoint: string) => void;
}) {
  const list = usePages(keys.endpoints.pages, () => client.webhookEndpoints.list());
  const endpoints = (list.data ?? []).flatMap(({ webhook_endpoints: page }) => page);
  const options = endpoints.map(({ id, url, description }) => ({
    value: id,
    label: description ? `${description} (${originOf(url)})` : `${originOf(url)} (${id})`,
  }));
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <Group align="flex-end">
      <Select
        label="Endpoint"
        clearable
        placeholder="None: events are kept in the feed only"
        data={isListed ? options : [...options, { value, label: value }]}
        value={value === '' ? null : value}
        error={error}
        onChange={(id) => onChange(id ?? '')}
        w={{ base: '100%', xs: 360 }}
      />
      {list.data && endpoints.length === 0 && (
        <Text size="sm" pb={8}>
          There is no endpoint yet: <AppLink to="/endpoints">make one first</AppLink>.
        </Text>
      )}
      {list.hasNextPage && (
        <Button size="xs" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          More endpoints
        </Button>
      )}
    </Group>
  );
}

/** The origin alone: a path may hold a secret, and somebody may look over the shoulder. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** A request replaces the subscription of that name: somebody who makes one does not mean to. */
async function assertNew(ns: string, name: string): Promise<void> {
  for await (const each of client.namespace(ns).subscriptions.list()) {
    if (each.name === name) throw new Error(`A subscription ${name} already exists: edit it in the list.`);
  }
}
