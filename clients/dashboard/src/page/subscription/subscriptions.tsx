import type { Schema } from '@app/sdk/client';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Ask } from '../../element/ask';
import { Loaded } from '../../element/loading/loaded';
import { More, usePages } from '../../element/loading/more';
import { useChange } from '../../element/hook/use-change';
import { usePlace } from '../../element/hook/use-place';
import { type Column, WideTable } from '../../element/table/wide-table';
import { type Filter, readFilter } from '../../filter/filter';
import { countText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';
import { FieldWarnings } from '../editor/field/field-warnings';
import { hasLostEndpoint } from '../endpoint/lost-endpoint';
import { SubscriptionForm } from './subscription-form';
import { fieldsOf, newFields, type SubscriptionFields } from './subscription-fields';

type View = Schema<'SubscriptionView'>;
const noWarnings: NonNullable<View['warnings']> = [];

/** Subscriptions of a namespace, and for owners and admins the form that makes and changes them. */
export function Subscriptions({ ns }: { ns: string }) {
  const place = usePlace();
  const mayChange = useMayChange();
  const list = usePages(keys.subscriptions.in(ns), () => client.namespace(ns).subscriptions.list());
  // A filter that another page asks to subscribe to.
  const asked = filterIn(place.value('subscribe'));
  const [open, setOpen] = useState<{ first: SubscriptionFields; isNew: boolean } | null>(
    asked === undefined ? null : { first: newFields(asked), isNew: true },
  );
  const [warnings, setWarnings] = useState(noWarnings);
  const onDone = (view: View | null) => {
    setOpen(null);
    setWarnings(view?.warnings ?? noWarnings);
    place.set({ subscribe: undefined });
  };
  return (
    <Stack gap="xs">
      <Loaded query={list} lines={2}>
        {(pages) => (
          <WideTable
            name="Subscriptions"
            rows={pages.flatMap(({ subscriptions }) => subscriptions)}
            rowKey={({ name }) => name}
            empty="No subscriptions yet. Create one to get an event when a document starts to match a filter."
            columns={[
              ...shown(ns),
              ...(mayChange ? [changed(ns, (view) => setOpen({ first: fieldsOf(view), isNew: false }))] : []),
            ]}
          />
        )}
      </Loaded>
      <More list={list} />
      <FieldWarnings warnings={warnings} at={['']} />
      {mayChange && open === null && (
        <div>
          <Button size="xs" variant="default" onClick={() => setOpen({ first: newFields(), isNew: true })}>
            New subscription
          </Button>
        </div>
      )}
      {mayChange && open !== null && <SubscriptionForm key={open.first.name} ns={ns} {...open} onDone={onDone} />}
    </Stack>
  );
}

function shown(ns: string): Column<View>[] {
  return [
    { title: 'Subscription', cell: ({ name }) => name },
    {
      title: 'Matching documents',
      cell: ({ members, filter }) => (
        <AppLink to={addresses.documents(ns, filter)}>
          {members === 1_000 ? '1,000 or more' : countText(members)}
        </AppLink>
      ),
    },
    {
      title: 'Sent to',
      cell: ({ endpoint, warnings }) => {
        if (endpoint === null) return 'feed only';
        if (hasLostEndpoint({ warnings })) return 'feed only; its endpoint was deleted';
        return <AppLink to={addresses.endpoint(endpoint)}>its endpoint</AppLink>;
      },
    },
    { title: 'Inherited from', cell: ({ template }) => template ?? 'defined here' },
  ];
}

/** What is inherited is changed where it was made. */
function changed(ns: string, onChange: (view: View) => void): Column<View> {
  return {
    title: 'Change',
    cell: (view) =>
      view.template === undefined && (
        <>
          <Button size="compact-xs" variant="default" mr="xs" onClick={() => onChange(view)}>
            Change {view.name}
          </Button>
          <Delete ns={ns} name={view.name} />
        </>
      ),
  };
}

function Delete({ ns, name }: { ns: string; name: string }) {
  const remove = useChange((_given: void) => client.namespace(ns).subscriptions.delete(name), {
    concerns: [keys.subscriptions.in(ns)],
    done: `${name} deleted.`,
  });
  return (
    <Ask
      words={`Delete ${name}`}
      question="No more events are sent when a document starts or stops matching."
      change={remove}
    />
  );
}

/** The filter of an address; undefined for none, and for a text that is none. */
function filterIn(text: string): Filter | undefined {
  try {
    return readFilter(text);
  } catch {
    return undefined;
  }
}
