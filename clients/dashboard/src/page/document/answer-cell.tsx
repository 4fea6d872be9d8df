import type { Schema } from '@app/sdk/client';
import { Chip } from '../../element/chip';
import { useNow } from '../../element/moment';
import { ShareBar } from '../../element/chart/share-bar';
import { calibratedGist } from '../../format/answer-figures';
import { barOf, gistOf, reasonOf } from '../../format/answer-words';
import { isBuiltIn } from '../../format/engine-words';
import { distanceOf } from '../../format/time';
import { ticksOf } from './column';

/** An answer in a row: a bar with the thresholds, its number, and when it is not fresh why, and when it will be judged. */
export function AnswerCell({
  answer,
  thresholds,
}: {
  answer: Schema<'AnswerView'> | undefined;
  thresholds: Schema<'Thresholds'> | undefined;
}) {
  if (!answer) return <>–</>;
  const calibrated = calibratedGist(answer);
  return (
    <>
      <ShareBar share={barOf(answer)} ticks={ticksOf(thresholds)} /> {gistOf(answer)}
      {calibrated !== '' && (
        <small>
          {' '}
          raw, <strong>{calibrated}</strong> calibrated
        </small>
      )}
      {isBuiltIn(answer) && <small> built-in</small>}
      {answer.status !== 'fresh' && <Waits answer={answer} />}
    </>
  );
}

function Waits({ answer }: { answer: Schema<'AnswerView'> }) {
  const now = useNow(1_000);
  const { status, due_at: dueAt } = answer;
  const words = [reasonOf(answer), dueAt === null ? '' : `due ${distanceOf(dueAt, now)}`].filter((each) => each !== '');
  return (
    <>
      {' '}
      <Chip status={status} /> <small>{words.join(', ')}</small>
    </>
  );
}
