import { Input, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Filter } from '../../filter/filter';
import type { Said } from './json-editor';
import { Late } from '../loading/late';
import { later } from '../loading/later';

const JsonEditor = later('JsonEditor', () => import('./json-editor'));

/**
 * A filter as text: paths are completed between quotes, and what the service refuses is marked at its path and said below.
 * @param fault what was refused of the request, by its JSON pointer
 * @param pointer where the filter stands in that request, such as `/filter`
 */
export function FilterEditor({
  label,
  description,
  value,
  offered,
  fault,
  pointer,
  onChange,
}: {
  label: string;
  description?: string;
  value: Filter | undefined;
  offered: readonly string[];
  fault: { path: string; sentence: string } | null;
  pointer: string;
  /** @param value without members for an empty text; null while the text is no JSON object */
  onChange: (value: Filter | null) => void;
}) {
  const said = useMemo(() => saidOf(fault, pointer), [fault, pointer]);
  return (
    <Stack gap={4}>
      <div>
        <Input.Label component="div">{label}</Input.Label>
        {description !== undefined && <Input.Description>{description}</Input.Description>}
      </div>
      <Late>
        <JsonEditor
          label={label}
          value={value ?? {}}
          said={said}
          offered={offered}
          mayBeBlank
          onChange={(read) => onChange(read as Filter | null)}
        />
      </Late>
      {said.map(({ path, message }) => (
        <Text key={path} size="sm" c="red" role="alert" className="wrap">
          {path === '' ? '' : `${path.slice(1)}: `}
          {message}
        </Text>
      ))}
    </Stack>
  );
}

/** The refusal as a place in the filter; none for one that is about something else. */
function saidOf(fault: { path: string; sentence: string } | null, pointer: string): Said[] {
  if (fault === null || (fault.path !== pointer && !fault.path.startsWith(`${pointer}/`))) return [];
  return [{ path: fault.path.slice(pointer.length), severity: 'error', message: fault.sentence }];
}
