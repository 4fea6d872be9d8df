import type { Schema } from '@app/sdk/client';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { useJudgments } from '../../element/hook/use-judgments';
import { LabelButtons } from '../review/label-buttons';
import { type Said, saidText } from '../review/review';
import { labelOf, labelledText } from './label-words';

/** Says what really happened of a document, also of one that the review queue did not draw. */
export function LabelAnswer({
  ns,
  document,
  judgment,
  answer,
}: {
  ns: string;
  document: string;
  judgment: string;
  answer: Pick<Schema<'AnswerView'>, 'id'>;
}) {
  const [isOpen, setOpen] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const judgments = useJudgments(ns);
  const definition = (judgments.data ?? []).find(({ name }) => name === judgment)?.definition;
  const post = useChange(
    async (said: Said) => ({
      said,
      posted: await client
        .namespace(ns)
        .judgments.get(judgment)
        .outcomes.post({ outcomes: [labelOf(document, answer.id, said)] }),
    }),
    {
      concerns: [keys.calibration.of(ns, judgment), keys.judgment.of(ns, judgment)],
      done: ({ said, posted }) => {
        setOpen(false);
        return labelledText(saidText(said), posted);
      },
    },
  );
  if (definition === undefined) return null;
  if (!isOpen) {
    return (
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Label
      </Button>
    );
  }
  const ofRelation = 'options' in definition && !Array.isArray(definition.options);
  return (
    <Stack gap="xs" role="group" aria-label={`Label of ${judgment}`}>
      <Text size="sm" fw={600}>
        {definition.question} What was the actual outcome?
      </Text>
      <LabelButtons definition={definition} search={search} hasKeys={false} onSaid={(said) => post.mutate(said)} />
      {ofRelation && <DocumentOption onSaid={(value) => post.mutate({ value })} />}
      {post.error !== null && <Refusal error={post.error} />}
      <div>
        <Button size="xs" variant="default" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </Stack>
  );
}

/** The options of a choice among documents are their ids. */
function DocumentOption({ onSaid }: { onSaid: (id: string) => void }) {
  const [id, setId] = useState('');
  return (
    <Group align="flex-end">
      <TextInput
        size="xs"
        label="Id of the right document"
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      <Button size="xs" variant="default" disabled={id === ''} onClick={() => onSaid(id)}>
        Save label
      </Button>
    </Group>
  );
}
