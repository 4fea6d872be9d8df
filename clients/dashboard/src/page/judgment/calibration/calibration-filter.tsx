import { Checkbox, Group, TextInput } from '@mantine/core';
import { usePlace, type Place } from '../../../element/hook/use-place';

const sources = ['posted', 'queue', 'rule', 'implicit'] as const;

/** Which labels a report takes, from the page's address. */
export function filterIn(place: Place): { sources?: string; since?: string; until?: string } {
  const [named, since, until] = ['sources', 'since', 'until'].map(place.value);
  return {
    ...(named !== '' && { sources: named }),
    ...(since !== '' && { since: `${since}T00:00:00Z` }),
    ...(until !== '' && { until: `${until}T00:00:00Z` }),
  };
}

/** Chooses the labels of the report: their sources, and when they were observed. */
export function CalibrationFilter() {
  const place = usePlace();
  const named = place.value('sources');
  const chosen = named === '' ? [...sources] : named.split(',');
  const choose = (next: string[]) =>
    place.set({ sources: next.length === 0 || next.length === sources.length ? undefined : next.join(',') });
  const day = (name: 'since' | 'until', label: string) => (
    <TextInput
      size="xs"
      type="date"
      label={label}
      value={place.value(name)}
      onChange={(event) => place.set({ [name]: event.currentTarget.value || undefined })}
    />
  );
  return (
    <details>
      <summary>Filter labels</summary>
      <Group align="flex-end" mt="xs">
        {sources.map((source) => (
          <Checkbox
            key={source}
            label={source}
            checked={chosen.includes(source)}
            onChange={({ currentTarget: { checked } }) =>
              choose(sources.filter((each) => (each === source ? checked : chosen.includes(each))))
            }
          />
        ))}
        {day('since', 'Observed from')}
        {day('until', 'Observed before')}
      </Group>
    </details>
  );
}
