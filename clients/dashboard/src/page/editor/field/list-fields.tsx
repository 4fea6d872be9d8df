import { Button, Paper, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';

/** Rows that are added and taken away. @param faultAt what is refused of a row, and of the list itself for null */
export function ListFields<T>({
  title,
  description,
  addWords,
  itemWords,
  items,
  added,
  faultAt,
  children,
  onChange,
}: {
  title: string;
  description: string;
  addWords: string;
  /** What a row is, such as `Part`. */
  itemWords: string;
  items: readonly T[];
  added: T;
  faultAt: (at: number | null) => string | undefined;
  children: (item: T, set: (item: T) => void, at: number) => ReactNode;
  /** @param items undefined for none */
  onChange: (items: T[] | undefined) => void;
}) {
  // Fields hold text of their own: when a row goes, those after it begin anew under its place.
  const [removals, setRemovals] = useState(0);
  const whole = faultAt(null);
  return (
    <Stack gap="xs" role="group" aria-label={title}>
      <div>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      </div>
      {items.map((item, at) => (
        <Paper key={`${removals} ${at}`} withBorder p="xs" component="section" aria-label={`${itemWords} ${at + 1}`}>
          <Stack gap="xs">
            {children(item, (next) => onChange(items.map((each, index) => (index === at ? next : each))), at)}
            <Fault sentence={faultAt(at)} />
            <div>
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => {
                  setRemovals(removals + 1);
                  const left = items.filter((_, index) => index !== at);
                  onChange(left.length === 0 ? undefined : left);
                }}
              >
                Remove {itemWords.toLowerCase()} {at + 1}
              </Button>
            </div>
          </Stack>
        </Paper>
      ))}
      <Fault sentence={whole} />
      <div>
        <Button size="compact-xs" variant="default" onClick={() => onChange([...items, added])}>
          {addWords}
        </Button>
      </div>
    </Stack>
  );
}

function Fault({ sentence }: { sentence: string | undefined }) {
  if (sentence === undefined) return null;
  return (
    <Text size="sm" c="red" role="alert">
      {sentence}
    </Text>
  );
}
