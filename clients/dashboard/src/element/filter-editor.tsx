import { Input, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Filter } from '../filter/filter';
import { failureOf } from '../api/failure';
import type { Said } from './json-editor';
import { Late } from './late';
import { later } from './later';
import { Refusal } from './refusal';

const JsonEditor = later('JsonEditor', () => import('./json-editor'));

/**
 * A filter as text: paths are completed between quotes, and what the service refuses is marked at its path and said below.
 * @param pointer where the filter stands in the request that was refused, such as `/filter`
 */
export function FilterEditor({
  label,
  value,
  offered,
  error,
  pointer = '/filter',
  onChange,
}: {
  label: string;
  value: Filter;
  offered: readonly string[];
  error: unknown;
  pointer?: string;
  /** @param value null while the text is no JSON object */
  onChange: (value: Filter | null) => void;
}) {
  const fault = useMemo(() => faultIn(error, pointer), [error, pointer]);
  const said = useMemo(() => (fault === null ? [] : [fault]), [fault]);
  return (
    <Stack gap={4}>
      <Input.Label component="div">{label}</Input.Label>
      <Late>
        <JsonEditor
          label={label}
          value={value}
          said={said}
          offered={offered}
          onChange={(read) => onChange(read as Filter | null)}
        />
      </Late>
      {fault !== null && (
        <Text size="sm" c="red" role="alert" className="wrap">
          {fault.path === '' ? '' : `${fault.path.slice(1)}: `}
          {fault.message}
        </Text>
      )}
      {fault === null && error !== null && <Refusal error={error} />}
    </Stack>
  );
}

/** The refusal as a place in the filter; null for one that is about something else. */
function faultIn(error: unknown, pointer: string): Said | null {
  if (error === null || error === undefined) return null;
  const { path, sentence } = failureOf(error);
  if (path !== pointer && !path?.startsWith(`${pointer}/`)) return null;
  return { path: path.slice(pointer.length), severity: 'error', message: sentence };
}
