import type { Schema } from '@app/sdk';
import type { Column } from '../../output/printer';

type Answer = Schema<'AnswerView'>;
/** The numbers of an answer, raw as it stands or calibrated. */
type Reading = Pick<Schema<'CalibratedAnswer'>, 'value'> & {
  p?: number | null;
  score?: number | null;
  dist?: Readonly<Record<string, number>> | null;
  escape_p?: number | null;
};

/** What stands for a choice that fits none of its options: an empty cell is no answer. */
export const noneOfThese = 'none of these';

/** The cells of an answer by name, as filters name them: `p`, `value` or `score`, then `calibrated` and `status`. */
export const cellsOf: Readonly<Record<Answer['type'], readonly Column<Answer>[]>> = {
  bool: [['p', (answer) => ifJudged(answer, () => digits(answer.p))], ...common((reading) => digits(reading.p))],
  choice: [
    ['value', (answer) => ifJudged(answer, () => answer.value ?? noneOfThese)],
    ['p', (answer) => ifJudged(answer, () => chanceOf(answer))],
    ...common((reading) => `${reading.value ?? noneOfThese} ${chanceOf(reading)}`.trim()),
  ],
  score: [
    ['score', (answer) => ifJudged(answer, () => digits(answer.score))],
    ...common((reading) => digits(reading.score)),
  ],
};

/**
 * Columns of the answers of a judgment, raw and calibrated apart.
 * @param name stands before the titles, such as `late.p`; empty for none
 */
export function answerColumns<T>(
  name: string,
  type: Answer['type'],
  read: (row: T) => Answer | undefined,
): readonly Column<T>[] {
  return cellsOf[type].map(([title, cell]) => [
    name === '' ? title : `${name}.${title}`,
    (row) => {
      const answer = read(row);
      return answer && cell(answer);
    },
  ]);
}

/** The raw numbers of an answer of record. @param of any one of the judgment's, which tells its type */
export function rawColumns(of: Reading | undefined): readonly Column<{ answer: Reading }>[] {
  if (of?.p !== undefined) return [['p', ({ answer }) => answer.p]];
  if (of?.score !== undefined) return [['score', ({ answer }) => answer.score]];
  return [
    ['value', ({ answer }) => answer.value ?? noneOfThese],
    ['p', ({ answer }) => chanceOf(answer)],
  ];
}

function common(calibrated: (reading: Reading) => unknown): readonly Column<Answer>[] {
  return [
    ['calibrated', (answer) => (answer.calibrated ? calibrated(answer.calibrated) : '')],
    ['status', statusText],
  ];
}

/** The status, why it is not fresh, and that no model gave the answer. */
function statusText({
  status,
  stale_reason: stale,
  unavailable_reason: absent,
  engine_source: source,
}: Answer): string {
  const reason = stale ?? absent;
  return `${status}${reason ? `: ${reason}` : ''}${source === 'built_in' ? ', built-in' : ''}`;
}

/** An answer that was never made has no value, which of a choice would read as "none of these". */
function ifJudged({ judged_at: judgedAt }: Answer, read: () => unknown): unknown {
  return judgedAt === null ? '' : read();
}

/** The probability of the value that a choice has, or that no option fits. */
function chanceOf({ value, dist, escape_p: escape }: Reading): string | number {
  return digits(value === null || value === undefined ? escape : dist?.[String(value)]);
}

function digits(value: number | null | undefined): number | '' {
  return value === null || value === undefined ? '' : Math.round(value * 10_000) / 10_000;
}
