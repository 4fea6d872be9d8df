import type { Schema } from '@app/sdk/client';
import { Alert, Group, Text } from '@mantine/core';
import { useMayChange } from '../../sign-in/session';
import { MakeVersion } from './make-version';

/** The alternative that the labels speak for. Nothing is applied automatically. */
export function Suggestion({
  ns,
  name,
  table: { alternatives, headline },
  suggestion: { id, because },
}: {
  ns: string;
  name: string;
  table: Schema<'AlternativesTable'>;
  suggestion: Schema<'SuggestedAlternative'>;
}) {
  const mayChange = useMayChange();
  const row = alternatives.find((each) => each.id === id);
  return (
    <Alert
      role="note"
      color="gray"
      title={because === 'cheaper' ? 'A cheaper one is available' : 'A better one is available'}
    >
      <Group>
        <Text size="sm">{headline ?? row?.differs?.join('; ')}</Text>
        {mayChange && row?.definition && <MakeVersion ns={ns} name={name} definition={row.definition} />}
      </Group>
    </Alert>
  );
}
