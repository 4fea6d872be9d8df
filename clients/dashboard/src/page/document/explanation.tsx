import type { Schema } from '@app/sdk/client';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { WideTable } from '../../element/table/wide-table';
import { definitionText, heldTexts, seenText, tryText, waitText } from '../../format/explanation-words';

/** How often an open explanation is read again: a row of the queue moves on by itself. */
const everyMs = 10_000;

/** Why an answer waits, or what it waited for last; read when it is asked for. */
export function Explanation({ ns, document, judgment }: { ns: string; document: string; judgment: string }) {
  const [isOpen, setOpen] = useState(false);
  const explanation = useQuery({
    queryKey: keys.explanation.of(ns, document, judgment),
    queryFn: async () => await client.namespace(ns).documents.explain(document, judgment),
    enabled: isOpen,
    refetchInterval: everyMs,
  });
  if (!isOpen) {
    return (
      <Button size="xs" variant="default" onClick={() => setOpen(true)} style={{ alignSelf: 'flex-start' }}>
        Why is it pending?
      </Button>
    );
  }
  return <Loaded query={explanation}>{(found) => <Found judgment={judgment} found={found} />}</Loaded>;
}

function Found({ judgment, found }: { judgment: string; found: Schema<'AnswerExplanation'> }) {
  const { resumes_at: resumesAt } = found.fanout;
  const known = [definitionText(found), seenText(found.answer), tryText(found), ...heldTexts(found)];
  return (
    <Stack gap="xs">
      {known
        .filter((text) => text !== '')
        .map((text) => (
          <Text size="sm" key={text}>
            {text}
          </Text>
        ))}
      {resumesAt !== null && (
        <Text size="sm">
          Fan-out resumes <Moment at={resumesAt} />.
        </Text>
      )}
      <WideTable
        name={`Why ${judgment} is pending`}
        rows={found.queue}
        rowKey={({ version }) => String(version)}
        empty="Not in the queue."
        columns={[
          { title: 'Waits for', cell: (row) => waitText(row) },
          { title: 'Due', cell: ({ due_at: at }) => (at === null ? '–' : <Moment at={at} />) },
          { title: 'Since', cell: ({ since }) => <Moment at={since} /> },
          { title: 'Lane', cell: ({ lane }) => lane.replaceAll('_', ' ') },
          { title: 'Failed attempts', cell: ({ attempts }) => attempts },
          { title: 'Version', cell: ({ version }) => version },
        ]}
      />
    </Stack>
  );
}
