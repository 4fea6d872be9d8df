import type { Schema } from '@app/sdk/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AnswerFigures } from '../../element/answer/answer-figures';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/loading/more';
import { WideTable } from '../../element/table/wide-table';
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
            empty="No answers yet."
            columns={[
              { title: 'Judged', cell: ({ judged_at: at }) => <Moment at={at} /> },
              { title: 'Raw answer', cell: (one) => <Recorded judgment={judgment} type={type} one={one} /> },
              { title: 'Judgment version', cell: ({ version }) => version },
              { title: 'Document version', cell: ({ document_version: version }) => version },
              { title: 'Engine', cell: (one) => `${isBuiltIn(one) ? 'built-in ' : ''}${epochText(one)}` },
              { title: 'Truncated', cell: ({ truncated }) => (truncated ? 'yes' : 'no') },
            ]}
          />
          <More list={list} />
          <Dropped before={pages.at(-1)?.oldest_kept} />
        </>
      )}
    </Loaded>
  );
}

/** An answer of record in a few words; a choice, a score and what has parts or features opens to all its numbers. */
function Recorded({
  judgment,
  type,
  one: { id, answer, judged_at: at },
}: {
  judgment: string;
  type: Schema<'AnswerView'>['type'];
  one: Schema<'HistoryItem'>;
}) {
  const [isOpen, setOpen] = useState(false);
  const gist = gistOf({ type, judged_at: at, ...answer });
  if (type === 'bool' && !answer.parts && !answer.features) return <>{gist}</>;
  return (
    <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
      <summary>{gist}</summary>
      {isOpen && <AnswerFigures name={`${judgment}, ${id}`} type={type} raw={answer} calibrated={null} />}
    </details>
  );
}

/** Says at the end of a history from when on it is whole. */
function Dropped({ before }: { before: string | null | undefined }) {
  if (!before) return null;
  return (
    <Text size="sm" c="dimmed">
      Answers before <Moment at={before} /> may no longer be stored.
    </Text>
  );
}
