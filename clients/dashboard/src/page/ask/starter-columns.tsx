import type { Schema } from '@app/sdk/client';
import { Select, Text, TextInput } from '@mantine/core';
import type { Draft, Placeholder } from '../editor/draft/draft';
import { faultAt, type Fault } from '../editor/draft/fault';
import { rowsOfText } from '../editor/draft/option-row';
import { OptionRows } from '../editor/field/option-rows';
import type { Column } from './column';

/** What a starter is filled with: a column for each path, and the texts, numbers and options that are one's own. */
export function StarterColumns({
  starter: { id, definition, placeholders },
  columns,
  given,
  fault,
  onChange,
}: {
  starter: Schema<'StarterView'>;
  columns: readonly Column[];
  given: Draft['placeholders'];
  fault: Fault | null;
  onChange: (given: Draft['placeholders']) => void;
}) {
  return (
    <>
      {typeof definition['question'] === 'string' && <Text fw={600}>{definition['question']}</Text>}
      {placeholders.map(({ name, kind, description, example, optional }) => {
        const set = (typed: Placeholder) => onChange({ ...given, [name]: typed });
        const typed = given[name] ?? '';
        const shared = {
          label: name.replaceAll('_', ' '),
          description,
          required: !optional,
          error: faultAt(fault, `/from_starter/placeholders/${name}`),
        };
        if (kind === 'option_list') {
          const rows = typeof typed === 'string' ? rowsOfText(typed) : typed;
          return <OptionRows key={`${id} ${name}`} {...shared} one="option" rows={rows} onChange={set} />;
        }
        const text = typeof typed === 'string' ? typed : '';
        return kind === 'path' ? (
          <Select
            key={name}
            {...shared}
            placeholder={optional ? 'none' : 'choose a column'}
            clearable={optional}
            searchable
            data={columns.map(({ path }) => path)}
            value={text === '' ? null : text}
            onChange={(path) => set(path ?? '')}
          />
        ) : (
          <TextInput
            key={name}
            {...shared}
            placeholder={String(example)}
            value={text}
            onChange={(event) => set(event.currentTarget.value)}
          />
        );
      })}
    </>
  );
}
