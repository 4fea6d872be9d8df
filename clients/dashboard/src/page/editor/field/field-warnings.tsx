import type { Schema } from '@app/sdk/client';
import { Text } from '@mantine/core';
import { warningsAt } from '../draft/fault';

/** What the service warns of at a field, below it. @param at JSON pointers of the members that the field shows */
export function FieldWarnings({ warnings, at }: { warnings: readonly Schema<'Warning'>[]; at: readonly string[] }) {
  return warningsAt(warnings, at).map(({ code, path, message }) => (
    <Text key={`${code} ${path}`} size="xs" role="note" c="dimmed">
      {code.replaceAll('_', ' ')}: {message}
    </Text>
  ));
}
