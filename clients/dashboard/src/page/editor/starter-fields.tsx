import type { Schema } from '@app/sdk/client';
import { Checkbox, Text, Textarea, TextInput } from '@mantine/core';
import type { Body } from './draft';
import { faultAt, type Fault } from './fault';

/** The placeholders of a starter, each with what it means and an example. */
export function StarterFields({
  starter: { summary, placeholders, outcomes: suggested },
  given,
  fault,
  outcomes,
  onChange,
  onOutcomes,
}: {
  starter: Schema<'StarterView'>;
  given: Readonly<Record<string, string>>;
  fault: Fault | null;
  /** The outcome setting of the draft. */
  outcomes: Body['outcomes'];
  onChange: (given: Readonly<Record<string, string>>) => void;
  /** Undefined: none. Left out where a version is made, which holds no settings. */
  onOutcomes?: (outcomes: Body['outcomes']) => void;
}) {
  return (
    <>
      <Text c="dimmed">{summary}</Text>
      {placeholders.map(({ name, kind, description, example, optional }) => {
        const set = (text: string) => onChange({ ...given, [name]: text });
        const error = faultAt(fault, `/from_starter/placeholders/${name}`);
        const common = { label: name, description, required: !optional, value: given[name] ?? '', error };
        return kind === 'option_list' ? (
          <Textarea
            key={name}
            {...common}
            autosize
            minRows={3}
            placeholder="value: description, one a line"
            onChange={(event) => set(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            key={name}
            {...common}
            placeholder={String(example)}
            onChange={(event) => set(event.currentTarget.value)}
          />
        );
      })}
      {onOutcomes && Object.keys(suggested).length > 0 && (
        <Checkbox
          label={`Also take the outcomes that it suggests: ${JSON.stringify(suggested)}`}
          description="With “implicit”, an answer that nobody gives an outcome becomes a “no” after that time, and fits read it."
          checked={JSON.stringify(outcomes) === JSON.stringify(suggested)}
          onChange={(event) => onOutcomes(event.currentTarget.checked ? suggested : undefined)}
        />
      )}
    </>
  );
}
