import type { Schema } from '@app/sdk/client';
import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { doneText, priceText } from './judge-words';

/** Judges a document now, after it has shown the price; an answer that is fresh is asked for anew. */
export function JudgeNow({
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
  const one = client.namespace(ns).judgments.get(judgment);
  const price = useMutation({
    mutationFn: async (again: boolean) => ({
      again,
      priced: await one.judge({ documents: [document], again, dry_run: true }),
    }),
  });
  const judge = useChange((again: boolean) => one.judge({ documents: [document], again }), {
    concerns: [
      keys.document.of(ns, document),
      keys.history.of(ns, document, judgment),
      keys.explanation.of(ns, document, judgment),
    ],
    done: (judged) => {
      price.reset();
      return doneText(judged);
    },
  });
  const leave = () => {
    price.reset();
    judge.reset();
  };
  if (price.data === undefined) {
    return (
      <>
        <Button
          size="xs"
          variant="default"
          loading={price.isPending}
          onClick={() => price.mutate(answer.status === 'fresh')}
        >
          Judge now
        </Button>
        {price.error !== null && <Refusal error={price.error} />}
      </>
    );
  }
  const { again, priced } = price.data;
  return (
    <Group gap="xs">
      <Text size="sm">{priceText(priced, answer.engine.name, again)}</Text>
      {priced.asked !== 0 && (
        <Button size="xs" loading={judge.isPending} onClick={() => judge.mutate(again)}>
          Ask
        </Button>
      )}
      <Button size="xs" variant="default" onClick={leave}>
        Cancel
      </Button>
      {judge.error !== null && <Refusal error={judge.error} />}
    </Group>
  );
}
