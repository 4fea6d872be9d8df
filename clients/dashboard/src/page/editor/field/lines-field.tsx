import { Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';

/** A text of lines that stand for a list. What is typed stays as typed, also while a line is not whole. */
export function LinesField<T>({
  value,
  print,
  parse,
  onChange,
  ...props
}: Omit<TextareaProps, 'value' | 'onChange'> & {
  value: T;
  print: (value: T) => string;
  parse: (text: string) => T;
  onChange: (value: T) => void;
}) {
  const [text, setText] = useState(() => print(value));
  return (
    <Textarea
      autosize
      minRows={2}
      maxRows={12}
      {...props}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(parse(event.currentTarget.value));
      }}
    />
  );
}
