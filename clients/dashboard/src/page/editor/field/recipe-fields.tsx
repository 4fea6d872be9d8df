import { Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Body } from '../draft/draft';
import { faultAt } from '../draft/fault';
import type { FieldProps } from './field-props';
import { FieldWarnings } from './field-warnings';
import { JsonField } from '../../../element/json/json-field';
import { LinesField } from './lines-field';
import { PreviousFields } from './previous-fields';
import { RelationFields } from './relation-fields';
import { pathsOf, ticked } from './sample-path';
import type { Samples } from '../draft/use-samples';

/** Engine input: paths that are ticked on a document, or typed. */
export function RecipeFields({ ns, samples: { documents }, ...props }: FieldProps & { ns: string; samples: Samples }) {
  const { body, onChange, fault, warnings } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  // Ticking changes the list behind the text of it, which is then printed anew.
  const [ticks, setTicks] = useState(0);
  const context = body.context ?? { fields: [] };
  const set = (part: Partial<NonNullable<Body['context']>>) => onChange({ context: { ...context, ...part } });
  const sample = documents.find(({ id }) => id === chosen) ?? documents[0];
  return (
    <Stack gap="sm" component="fieldset" bd={0} p={0} m={0} miw={0}>
      <Text size="sm" fw={600} component="legend">
        Engine input
      </Text>
      {sample && (
        <>
          <Select
            label="Pick paths from a document"
            allowDeselect={false}
            data={documents.map(({ id }) => id)}
            value={sample.id}
            onChange={setChosen}
          />
          <Stack gap={4} mah={280} style={{ overflowY: 'auto' }} tabIndex={0} role="group" aria-label="Paths">
            {pathsOf(sample).map(({ path, gist }) => (
              <Checkbox
                key={path}
                label={path}
                description={gist}
                checked={context.fields.includes(path)}
                onChange={(event) => {
                  setTicks(ticks + 1);
                  set({ fields: ticked(context.fields, path, event.currentTarget.checked) });
                }}
              />
            ))}
          </Stack>
        </>
      )}
      <LinesField
        key={ticks}
        label="Paths that the engine reads, one per line"
        description="For example state.note. Leave empty for a suggestion."
        value={context.fields}
        print={(fields) => fields.join('\n')}
        parse={(text) => text.split(/\s*\n\s*/).filter((path) => path !== '')}
        error={faultAt(fault, '/context/fields') ?? (fault?.path === '/context' ? fault.sentence : undefined)}
        onChange={(fields) => set({ fields })}
      />
      <FieldWarnings warnings={warnings} at={['/context/fields']} />
      <Group grow align="flex-start">
        <JsonField
          label="Max. items of arrays (newest first)"
          placeholder={'{"state.messages": 10}'}
          value={context.last_n}
          error={faultAt(fault, '/context/last_n')}
          onChange={(next) => set({ last_n: next as typeof context.last_n })}
        />
        <TextInput
          label="Max. tokens"
          type="number"
          min={1}
          placeholder="standard size"
          value={context.max_tokens ?? ''}
          error={faultAt(fault, '/context/max_tokens')}
          onChange={({ currentTarget: { value } }) => set({ max_tokens: value === '' ? undefined : Number(value) })}
        />
      </Group>
      <FieldWarnings warnings={warnings} at={['/context/last_n', '/context/max_tokens']} />
      <PreviousFields {...props} />
      <RelationFields ns={ns} paths={sample ? pathsOf(sample).map(({ path }) => path) : []} {...props} />
    </Stack>
  );
}
