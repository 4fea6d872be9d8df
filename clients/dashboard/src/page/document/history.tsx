import type { Schema } from '@app/sdk/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/more';
import { WideTable } from '../../element/wide-table';
import { gistOf } from '../../format/answer-words';
import { epochText, isBuiltIn } from '../../format/engine-words';

/** Answers that a judgment gave about a document, newest first; read when they are asked for. */
export function History({
  ns,
  document,
  judgment,
  type,
}: {
  ns: string;
  document: string;
  judgment: string;
  type: Schema<'AnswerView'>['type'];
}) {
  const [isOpen, setOpen] = useState(false);
  const list = usePages(
    keys.history.of(ns, document, judgment),
    () => client.namespace(ns).documents.history(document, judgment),
    { isOn: isOpen },
  );
  if (!isOpen) {
    return (
      <Button size="xs" variant="default" onClick={() => setOpen(true)} style={{ alignSelf: 'flex-start' }}>
        History
      </Button>
    );
  }
  return (
    <Loaded query={list}>
      {(pages) => (
        <>
          <WideTable
            name={`History of ${judgment}`}
            rows={pages.flatMap(({ answers }) => answers)}
            rowKey={({ id }) => id}
            empty="It has no answer."
            columns={[
              { title: 'Judged', cell: ({ judged_at: at }) => <Moment at={at} /> },
              { title: 'Answer', cell: ({ answer, judged_at: at }) => gistOf({ type, judged_at: at, ...answer }) },
              { title: 'Version', cell: ({ version }) => version },
              { title: 'Document', cell: ({ document_version: version }) => version },
              { title: 'Engine', cell: (one) => `${isBuiltIn(one) ? 'built-in ' : ''}${epochText(one)}` },
              { title: 'Cut', cell: ({ truncated }) => (truncated ? 'yes' : 'no') },
            ]}
          />
          <More list={list} />
          <Dropped before={pages.at(-1)?.oldest_kept} />
        </>
      )}
    </Loaded>
  );
}

/** Says at the end of a history from when on it is whole. */
function Dropped({ before }: { before: string | null | undefined }) {
  if (!before) return null;
  return (
    <Text size="sm" c="dimmed">
      Answers from before <Moment at={before} /> may have been dropped.
    </Text>
  );
}
