import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { MomentField } from '../../element/moment-field';
import type { Place } from '../../element/hook/use-place';
import { instantOf } from '../../format/time';
import { isEnter } from '../../keys/key-press';

export const statuses = ['', 'failed', 'pending', 'succeeded', 'skipped'] as const;
type Status = Exclude<(typeof statuses)[number], ''>;

/** What the log of deliveries asks for, from the values of the address. */
export function logQuery({ value }: Pick<Place, 'value'>) {
  const [status, types, prefix] = [value('status'), value('types'), value('prefix')];
  const [since, until] = [instantOf(value('since')), instantOf(value('until'))];
  return {
    ...(status !== '' && { status: status as Status }),
    ...(types !== '' && { types }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(prefix !== '' && { namespace_prefix: prefix }),
  };
}

/** Conditions of the log. They stand in the address, so that it can be sent to somebody. */
export function LogFilter({ place }: { place: Place }) {
  const onEnter = (name: string) => (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (isEnter(event)) place.set({ [name]: event.currentTarget.value.trim() });
  };
  return (
    <Group align="flex-end" gap="sm">
      <SegmentedControl
        size="xs"
        className="tabs"
        aria-label="Delivery status"
        value={place.value('status')}
        onChange={(value) => place.set({ status: value })}
        data={statuses.map((value) => ({ value, label: value === '' ? 'all' : value }))}
      />
      <TextInput
        size="xs"
        label="Types"
        placeholder="job.*"
        key={`types ${place.value('types')}`}
        defaultValue={place.value('types')}
        onKeyDown={onEnter('types')}
      />
      <TextInput
        size="xs"
        label="Namespace or prefix"
        placeholder="acme/prod/*"
        key={`prefix ${place.value('prefix')}`}
        defaultValue={place.value('prefix')}
        onKeyDown={onEnter('prefix')}
      />
      <MomentField label="Since" value={place.value('since')} onChange={(since) => place.set({ since })} />
      <MomentField label="Until" value={place.value('until')} onChange={(until) => place.set({ until })} />
    </Group>
  );
}
