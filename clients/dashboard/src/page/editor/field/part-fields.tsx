import { Textarea, TextInput } from '@mantine/core';
import { faultInList } from '../draft/fault';
import type { FieldProps } from './field-props';
import { FieldWarnings } from './field-warnings';
import { ListFields } from './list-fields';

/** The narrow questions that the engine answers in place of a broad one. */
export function PartFields({ body, onChange, fault, warnings }: FieldProps) {
  return (
    <>
      <ListFields
        title="Parts"
        description="Narrow yes/no questions that the engine answers instead of the question above. Fits weigh them by your labels."
        addWords="Add part"
        itemWords="Part"
        items={body.parts ?? []}
        added={{ name: '', question: '' }}
        faultAt={(at) => faultInList(fault, '/parts', at)}
        onChange={(parts) => onChange({ parts })}
      >
        {(part, set) => (
          <>
            <TextInput
              label="Part name"
              value={part.name}
              onChange={(event) => set({ ...part, name: event.currentTarget.value })}
            />
            <Textarea
              label="Part question"
              autosize
              value={part.question}
              onChange={(event) => set({ ...part, question: event.currentTarget.value })}
            />
          </>
        )}
      </ListFields>
      <FieldWarnings warnings={warnings} at={['/parts']} />
    </>
  );
}
