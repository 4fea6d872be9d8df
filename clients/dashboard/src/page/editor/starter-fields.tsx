import type { Schema } from '@app/sdk/client';
import { Text, Textarea, TextInput } from '@mantine/core';

/** The placeholders of a starter, each with what it means and an example. */
export function StarterFields({
  starter: { summary, placeholders },
  given,
  onChange,
}: {
  starter: Schema<'StarterView'>;
  given: Readonly<Record<string, string>>;
  onChange: (given: Readonly<Record<string, string>>) => void;
}) {
  return (
    <>
      <Text c="dimmed">{summary}</Text>
      {placeholders.map(({ name, kind, description, example, optional }) => {
        const set = (text: string) => onChange({ ...given, [name]: text });
        const common = { label: name, description, required: !optional, value: given[name] ?? '' };
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
