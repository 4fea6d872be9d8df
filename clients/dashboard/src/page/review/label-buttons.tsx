import type { Schema } from '@app/sdk/client';
import { Button, Group, Kbd, TextInput } from '@mantine/core';
import { useState, type RefObject } from 'react';
import { isEnter, isEscape } from '../../keys/key-press';
import type { Said } from './review';

export interface Option {
  value: string | number;
  description?: string;
}

/** Past so many options a person searches them. */
const manyOptions = 9;

export function optionsOf(definition: Schema<'JudgmentDefinition'>): Option[] {
  if ('levels' in definition) return definition.levels;
  return 'options' in definition && Array.isArray(definition.options) ? definition.options : [];
}

/** What may be said of an item, each with its key; many options can be searched. */
export function LabelButtons({
  definition,
  search,
  hasKeys = true,
  onSaid,
}: {
  definition: Schema<'JudgmentDefinition'>;
  search: RefObject<HTMLInputElement | null>;
  /** Whether the page listens to the keys that the buttons name. */
  hasKeys?: boolean;
  onSaid: (said: Said) => void;
}) {
  const { type } = definition;
  const options = optionsOf(definition);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const offers = offersOf(type, options).filter(({ words }) => words.toLowerCase().includes(wanted));
  return (
    <>
      {type === 'choice' && options.length > manyOptions && (
        <TextInput
          ref={search}
          label="Search options"
          description="Enter takes the first one."
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isEnter(event) && wanted !== '' && offers[0]) onSaid(offers[0].said);
            if (isEscape(event)) event.currentTarget.blur();
          }}
          maw={320}
        />
      )}
      <Group gap="xs" role="group" aria-label="Labels">
        {offers.map(({ key, words, said }) => (
          <Button
            key={words}
            className="whole"
            variant="default"
            onClick={() => onSaid(said)}
            rightSection={hasKeys && key && <Kbd>{key}</Kbd>}
          >
            {words}
          </Button>
        ))}
      </Group>
    </>
  );
}

function offersOf(type: string, options: Option[]): { key: string; words: string; said: Said }[] {
  if (type === 'bool') {
    return [
      { key: 'y', words: 'Yes', said: { value: true } },
      { key: 'n', words: 'No', said: { value: false } },
    ];
  }
  const offers = options.map(({ value, description }, at) => ({
    key: type === 'score' ? (/^\d$/.test(String(value)) ? String(value) : '') : at < 9 ? String(at + 1) : '',
    words: description ? `${value}: ${description}` : String(value),
    said: { value } as Said,
  }));
  return type === 'choice' ? [...offers, { key: '0', words: 'None of these', said: { escape: true } }] : offers;
}
