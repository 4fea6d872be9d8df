import { Button, Group, Select, TextInput } from '@mantine/core';
import { MomentField } from '../../element/moment-field';
import type { Place } from '../../element/hook/use-place';
import { instantOf } from '../../format/time';
import { isEnter } from '../../keys/key-press';
import { actionWords } from './audit-words';

/** Values of the address that narrow the audit. */
const names = ['who', 'action', 'thing', 'since', 'until'] as const;

/** What the audit is asked for, from the values of the address. */
export function auditQuery({ value }: Pick<Place, 'value'>) {
  const [actor, action, target] = [value('who'), value('action'), value('thing')];
  const [since, until] = [instantOf(value('since')), instantOf(value('until'))];
  return {
    ...(actor !== '' && { actor }),
    ...(action !== '' && { action }),
    ...(target !== '' && { target }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
}

/** Conditions of the audit. They stand in the address, so that it can be sent to somebody. */
export function AuditFilter({
  place,
  people,
}: {
  place: Place;
  /** Words of actors by `user:<id>`. */
  people: ReadonlyMap<string, string>;
}) {
  const who = place.value('who');
  const offered = new Map([['operator', 'The operator of the service'], ...people]);
  // A key, or somebody beyond the first page of members or gone: chosen in the table.
  if (who !== '' && !offered.has(who)) offered.set(who, who.replace(/^(user|key):/, ''));
  return (
    <Group align="flex-end" gap="sm">
      <Select
        size="xs"
        label="Who"
        placeholder="Anybody"
        searchable
        clearable
        value={who || null}
        onChange={(value) => place.set({ who: value ?? undefined })}
        data={[...offered].map(([value, label]) => ({ value, label }))}
      />
      <Select
        size="xs"
        label="Action"
        placeholder="Any"
        searchable
        clearable
        value={place.value('action') || null}
        onChange={(value) => place.set({ action: value ?? undefined })}
        data={Object.entries(actionWords).map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        size="xs"
        label="Id of what was changed"
        placeholder="usr_…, key_…"
        key={`thing ${place.value('thing')}`}
        defaultValue={place.value('thing')}
        onKeyDown={(event) => {
          if (isEnter(event)) place.set({ thing: event.currentTarget.value.trim() });
        }}
      />
      <MomentField label="Since" value={place.value('since')} onChange={(since) => place.set({ since })} />
      <MomentField label="Until" value={place.value('until')} onChange={(until) => place.set({ until })} />
      {names.some((name) => place.value(name) !== '') && (
        <Button
          size="xs"
          variant="default"
          onClick={() => place.set(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          Clear filters
        </Button>
      )}
    </Group>
  );
}
