import { Select, Stack } from '@mantine/core';
import type { Schema } from '@app/sdk/client';
import { faultAt } from './fault';
import type { FieldProps } from './field-props';
import { FieldWarnings } from './field-warnings';
import { LinesField } from './lines-field';

type Previous = Schema<'PreviousBody'>;
const anchors = [
  { value: 'last_answer', label: 'as the last answer read it' },
  { value: 'last_change', label: 'as the last answer read it that differs in these paths' },
  { value: 'first_answer', label: 'as the first answer read it' },
];

/** The document as it was before, read beside what it is now. */
export function PreviousFields({ body, onChange, fault, warnings }: FieldProps) {
  const context = body.context ?? { fields: [] };
  const { fields = [], anchor } = context.previous ?? {};
  const set = (next: Previous) =>
    onChange({ context: { ...context, previous: next.fields.length === 0 ? undefined : next } });
  return (
    <Stack gap="xs">
      <LinesField
        label="Earlier values of paths, one a line"
        description="The engine reads them beside the present ones. Empty: none."
        minRows={1}
        value={fields}
        print={(paths) => paths.join('\n')}
        parse={(text) => text.split(/\s*\n\s*/).filter((path) => path !== '')}
        error={faultAt(fault, '/context/previous')}
        onChange={(paths) => set({ ...context.previous, fields: paths })}
      />
      {fields.length > 0 && (
        <Select
          label="The document"
          allowDeselect={false}
          data={anchors}
          value={anchor ?? 'last_answer'}
          onChange={(next) => set({ fields, anchor: (next ?? 'last_answer') as Previous['anchor'] })}
        />
      )}
      <FieldWarnings warnings={warnings} at={['/context/previous']} />
    </Stack>
  );
}
