import type { Schema } from '@app/sdk/client';
import { Group } from '@mantine/core';
import { Chip } from '../../element/chip';
import { useNow } from '../../element/moment';
import { ShareBar } from '../../element/share-bar';
import { barOf, gistOf, reasonOf } from '../../format/answer-words';
import { distanceOf } from '../../format/time';
import { ticksOf } from './column';

/** An answer in a row: a bar with the thresholds, its number, and its status when it is not fresh. */
export function AnswerCell({
  answer,
  thresholds,
}: {
  answer: Schema<'AnswerView'> | undefined;
  thresholds: Schema<'Thresholds'> | undefined;
}) {
  const now = useNow(1_000);
  if (!answer) return <>–</>;
  const { status, due_at: dueAt } = answer;
  return (
    <Group gap={6} wrap="nowrap">
      <ShareBar share={barOf(answer)} ticks={ticksOf(thresholds)} />
      <span>{gistOf(answer)}</span>
      {status !== 'fresh' && (
        <span title={reasonOf(answer)}>
          <Chip status={status} /> {dueAt !== null && `due ${distanceOf(dueAt, now)}`}
        </span>
      )}
    </Group>
  );
}
