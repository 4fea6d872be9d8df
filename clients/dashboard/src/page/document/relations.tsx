import type { Schema } from '@app/sdk/client';
import { Button, Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { useJudgments } from '../../element/hook/use-judgments';
import { countedText } from '../../format/number';
import { relationsIn } from './relations-read';

/** What an answer read of other documents, up to when, and what waits to be read and until when. */
export function Relations({
  ns,
  document,
  judgment,
  answer,
}: {
  ns: string;
  document: string;
  judgment: string;
  answer: Schema<'AnswerView'>;
}) {
  const [isOpen, setOpen] = useState(false);
  const judgments = useJudgments(ns);
  const definition = judgments.data?.find(({ name }) => name === judgment)?.definition;
  const relations = Object.entries(definition?.context.related ?? {});
  const { id, watermark, stale_reason: reason, stale_by: staleBy, due_at: dueAt } = answer;
  const isWaiting = reason === 'related_changed' || reason === 'fanout_deferred';
  const read = useQuery({
    queryKey: keys.document.read(ns, document, judgment, id),
    queryFn: async () => await client.namespace(ns).documents.answer(document, judgment, id ?? ''),
    enabled: isOpen && id !== null,
    staleTime: Infinity,
  });
  return (
    <Stack gap={4} role="group" aria-label={`Relations of ${judgment}`}>
      {relations.map(([name, { join }]) => (
        <Text size="sm" key={name}>
          <strong>{name}</strong>: documents whose {String(join.theirs)} is its {String(join.mine)}
        </Text>
      ))}
      {watermark && (
        <Text size="sm" c="dimmed">
          Includes every change before <Moment at={watermark} /> is read.
        </Text>
      )}
      {isWaiting && (
        <Text size="sm">
          {reason === 'fanout_deferred'
            ? 'A change of them is deferred, because it affects too many documents at once'
            : staleBy
              ? `A change of ${staleBy.document} (${staleBy.relation}) waits to be read`
              : 'A change of them is pending'}
          {staleBy && (
            <>
              {' '}
              since <Moment at={staleBy.changed_at} />
            </>
          )}
          {dueAt === null ? (
            '.'
          ) : (
            <>
              ; it is judged <Moment at={dueAt} />.
            </>
          )}
        </Text>
      )}
      {id !== null && !isOpen && (
        <Button size="xs" variant="default" onClick={() => setOpen(true)} style={{ alignSelf: 'flex-start' }}>
          Related documents
        </Button>
      )}
      {isOpen && (
        <Loaded query={read} lines={2}>
          {({ context: { text, gone } }) =>
            text === null ? (
              <Text size="sm">
                {gone === 'image_erased'
                  ? 'The engine’s input was erased with one of its images.'
                  : 'The engine’s input is no longer stored.'}
              </Text>
            ) : (
              relationsIn(text).map(({ name, documents, text: lines }) => (
                <div key={name}>
                  <Text size="sm">
                    {name}: {countedText(documents, 'document')}
                  </Text>
                  {lines !== '' && (
                    <Code block className="plain" tabIndex={0}>
                      {lines}
                    </Code>
                  )}
                </div>
              ))
            )
          }
        </Loaded>
      )}
    </Stack>
  );
}
