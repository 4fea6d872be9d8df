import { Checkbox, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type Body, type Draft, withType } from '../editor/draft/draft';
import { faultAt, type Fault } from '../editor/draft/fault';
import { levelsOf, optionsOf, rowsOf } from '../editor/draft/option-row';
import { OptionRows } from '../editor/field/option-rows';
import { ticked } from '../editor/field/sample-path';
import type { Column } from './column';

const types: readonly { value: NonNullable<Body['type']>; label: string }[] = [
  { value: 'bool', label: 'Yes or no' },
  { value: 'choice', label: 'Choice' },
  { value: 'score', label: 'Score' },
];

/** A question of one line, what may be answered, and what is read. */
export function OwnQuestion({
  draft,
  columns,
  fault,
  onChange,
}: {
  draft: Draft;
  columns: readonly Column[];
  fault: Fault | null;
  onChange: (part: Partial<Draft>) => void;
}) {
  const { body } = draft;
  const { type = 'bool', question = '', options, levels, context } = body;
  const change = (part: Draft['body']) => onChange({ body: { ...body, ...part } });
  const read = context?.fields ?? [];
  return (
    <>
      <SegmentedControl
        aria-label="Answer"
        style={{ alignSelf: 'flex-start' }}
        data={types.map((each) => each)}
        value={type}
        onChange={(next) => onChange(withType(draft, types.find(({ value }) => value === next)?.value))}
      />
      <TextInput
        label="Question"
        description="About one document, such as: Does the customer want to cancel?"
        required
        value={question}
        error={faultAt(fault, '/question')}
        onChange={(event) => change({ question: event.currentTarget.value })}
      />
      {type === 'choice' && (
        <OptionRows
          label="Options"
          one="option"
          required
          rows={rowsOf(options)}
          error={faultAt(fault, '/options')}
          onChange={(rows) => change({ options: optionsOf(rows) })}
        />
      )}
      {type === 'score' && (
        <OptionRows
          label="Levels"
          one="level"
          description="A number and what it stands for, the lowest one first."
          required
          rows={rowsOf(levels)}
          error={faultAt(fault, '/levels')}
          onChange={(rows) => change({ levels: levelsOf(rows) as Body['levels'] })}
        />
      )}
      {read.length > 0 && (
        <details>
          <summary>It reads {read.join(', ')}</summary>
          <Text size="sm" c="dimmed">
            Chosen by what your documents hold. Leave out what the answer must not depend on.
          </Text>
          <Stack gap={4} mt="xs" mah={280} style={{ overflowY: 'auto' }} tabIndex={0} role="group" aria-label="Columns">
            {[...new Set([...columns.map(({ path }) => path), ...read])].map((path) => (
              <Checkbox
                key={path}
                label={path}
                checked={read.includes(path)}
                // A question that reads nothing is refused.
                disabled={read.length === 1 && read[0] === path}
                onChange={(event) =>
                  change({ context: { ...context, fields: ticked(read, path, event.currentTarget.checked) } })
                }
              />
            ))}
          </Stack>
        </details>
      )}
    </>
  );
}
