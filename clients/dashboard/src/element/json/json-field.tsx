import { Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';
import { readJson } from '../../format/exact-json';

/** A small JSON object, such as a filter. Text that is no JSON object changes nothing and says so. */
export function JsonField({
  value,
  onChange,
  error,
  ...props
}: Omit<TextareaProps, 'value' | 'onChange'> & {
  value: object | undefined | null;
  /** @param value undefined when the text is empty */
  onChange: (value: object | undefined) => void;
}) {
  const [text, setText] = useState(() => (value ? JSON.stringify(value) : ''));
  const [problem, setProblem] = useState<string | null>(null);
  const take = (typed: string) => {
    setText(typed);
    const read = objectIn(typed);
    setProblem(typeof read === 'string' ? read : null);
    if (typeof read !== 'string') onChange(read);
  };
  return (
    <Textarea
      autosize
      minRows={1}
      maxRows={12}
      {...props}
      error={problem ?? error}
      value={text}
      onChange={(event) => take(event.currentTarget.value)}
    />
  );
}

/** The object in a text, undefined in an empty one; else the sentence that says what is wrong. */
function objectIn(text: string): object | undefined | string {
  if (text.trim() === '') return undefined;
  try {
    const read = readJson(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
    return 'Type a JSON object, such as {"attributes.country": "DE"}.';
  } catch (error) {
    return `This cannot be read yet: ${(error as Error).message}`;
  }
}
