import { Button, CloseButton, Group, Input, Stack, TextInput } from '@mantine/core';
import { useState, type ClipboardEvent } from 'react';
import { type OptionRow, withPasted } from '../draft/option-row';

const empty: OptionRow = { value: '', description: '' };

/** Options or levels, a row each. Lines that are pasted into a row become rows. */
export function OptionRows({
  label,
  one,
  rows: first,
  description,
  required,
  error,
  onChange,
}: {
  label: string;
  /** What a row is, such as `option`. */
  one: string;
  /** Those to begin with: what is typed stays as typed. */
  rows: readonly OptionRow[];
  description?: string;
  required?: boolean;
  error?: string;
  onChange: (rows: readonly OptionRow[]) => void;
}) {
  const [rows, setRows] = useState<readonly OptionRow[]>(first.length > 0 ? first : [empty, empty]);
  const set = (next: readonly OptionRow[]) => {
    setRows(next);
    onChange(next);
  };
  const change = (at: number, part: Partial<OptionRow>) =>
    set(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const paste = (at: number) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    // A text of one line goes where the caret is, as anywhere.
    if (!/[\n\t]/.test(text.trim())) return;
    event.preventDefault();
    set(withPasted(rows, at, text));
  };
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={`${description ? `${description} ` : ''}To add many, paste lines such as “value: description”.`}
      required={required}
      error={error}
    >
      <Stack gap={4} mt={4} role="group" aria-label={label}>
        {rows.map(({ value, description }, at) => (
          <Group key={at} gap={4} wrap="nowrap">
            <TextInput
              aria-label={`Value of ${one} ${at + 1}`}
              placeholder="value"
              flex={1}
              value={value}
              onPaste={paste(at)}
              onChange={(event) => change(at, { value: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Description of ${one} ${at + 1}`}
              placeholder="description"
              flex={2}
              value={description}
              onChange={(event) => change(at, { description: event.currentTarget.value })}
            />
            <CloseButton
              aria-label={`Remove ${one} ${at + 1}`}
              onClick={() => set(rows.filter((_, index) => index !== at))}
            />
          </Group>
        ))}
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => set([...rows, empty])}
        >{`Add ${one}`}</Button>
      </Stack>
    </Input.Wrapper>
  );
}
