import type { Schema } from '@app/sdk/client';
import { Text, Textarea, TextInput } from '@mantine/core';
import { faultAt, type Fault } from './fault';

/** The placeholders of a starter, each with what it means and an example. */
export function StarterFields({
  starter: { summary, placeholders },
  given,
  fault,
  onChange,
}: {
  starter: Schema<'StarterView'>;
  given: Readonly<Record<string, string>>;
  fault: Fault | null;
  onChange: (given: Readonly<Record<string, string>>) => void;
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
    </>
  );
}
