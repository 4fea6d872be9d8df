import { Button, Group, TextInput } from '@mantine/core';
import { MomentField } from '../../element/moment-field';
import type { Place } from '../../element/hook/use-place';
import { instantOf } from '../../format/time';
import { isEnter } from '../../keys/key-press';

const fields = [
  ['types', 'Types', 'subscription.*, job.failed'],
  ['prefix', 'Namespace or prefix', 'acme/prod/*'],
  ['document', 'Document', 'T-1'],
  ['subscription', 'Subscription', 'hot'],
  ['judgment', 'Judgment', 'churn_risk'],
] as const;
const names = [...fields.map(([name]) => name), 'since', 'until'];

/** What the feed is asked for, from the values of the address. */
export function eventQuery({ value }: Pick<Place, 'value'>) {
  const [types, prefix, document, subscription, judgment] = fields.map(([name]) => value(name));
  const [since, until] = [instantOf(value('since')), instantOf(value('until'))];
  return {
    ...(types && { types }),
    ...(prefix && { namespace_prefix: prefix }),
    ...(document && { document }),
    ...(subscription && { subscription }),
    ...(judgment && { judgment }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
}

/** Conditions of the events. They stand in the address, so that it can be sent to somebody. */
export function EventFilter({ place }: { place: Place }) {
  const set = (name: string, value: string | undefined) => place.set({ [name]: value, cursor: undefined });
  return (
    <Group align="flex-end" gap="sm">
      {fields.map(([name, label, placeholder]) => (
        <TextInput
          size="xs"
          label={label}
          placeholder={placeholder}
          key={`${name} ${place.value(name)}`}
          defaultValue={place.value(name)}
          onKeyDown={(event) => {
            if (isEnter(event)) set(name, event.currentTarget.value.trim());
          }}
        />
      ))}
      <MomentField label="Since" value={place.value('since')} onChange={(since) => set('since', since)} />
      <MomentField label="Until" value={place.value('until')} onChange={(until) => set('until', until)} />
      {names.some((name) => place.value(name) !== '') && (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            place.set({ ...Object.fromEntries(names.map((name) => [name, undefined])), cursor: undefined })
          }
        >
          Clear filters
        </Button>
      )}
    </Group>
  );
}
