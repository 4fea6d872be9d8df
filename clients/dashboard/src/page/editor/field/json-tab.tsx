import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Schema } from '@app/sdk/client';
import { JsonEditor, type Said } from '../../../element/json/json-editor';
import type { Fault } from '../draft/fault';

/**
 * The request as JSON. What the service refuses is marked where it stands: the service checks the request after each pause,
 * so that no second list of its rules stands here.
 */
export function JsonTab({
  value,
  fault,
  warnings,
  onChange,
}: {
  value: object;
  fault: Fault | null;
  warnings: readonly Schema<'Warning'>[];
  onChange: (value: object) => void;
}) {
  const said = useMemo(() => saidOf(fault, warnings), [fault, warnings]);
  return (
    <>
      <JsonEditor
        label="The judgment as JSON"
        value={value}
        said={said}
        onChange={(read) => {
          // While it is no JSON the draft stays as it was.
          if (read !== null) onChange(read);
        }}
      />
      <Text size="sm" c="dimmed">
        Checked as you type. Errors and warnings are marked.
      </Text>
    </>
  );
}

function saidOf(fault: Fault | null, warnings: readonly Schema<'Warning'>[]): Said[] {
  if (fault) return [{ path: fault.path, severity: 'error', message: fault.sentence }];
  return warnings.map(({ path, message }) => ({ path, severity: 'warning', message }));
}
