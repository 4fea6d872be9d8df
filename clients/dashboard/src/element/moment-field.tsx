import { TextInput } from '@mantine/core';

/** A moment to the minute, UTC, as the address keeps it; empty for none. */
export function MomentField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (minute: string) => void;
}) {
  return (
    <TextInput
      size="xs"
      type="datetime-local"
      label={`${label} (UTC)`}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
