import { Select, Stack } from '@mantine/core';
import type { Schema } from '@app/sdk/client';
import { faultAt } from '../draft/fault';
import type { FieldProps } from './field-props';
import { FieldWarnings } from './field-warnings';
import { LinesField } from './lines-field';

type Previous = Schema<'PreviousBody'>;
const anchors = [
  { value: 'last_answer', label: 'from the last answer' },
  { value: 'last_change', label: 'from the last answer that read other values at these paths' },
  { value: 'first_answer', label: 'from the first answer' },
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
        label="Previous values of paths, one per line"
        description="The engine reads them beside the current values. Empty: none."
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
