import { allowedWords } from './allowed-loss';
import { JudgedRow, correctedFor, couldDetect } from './judged-row';
import { Preference, leastSaving } from './preference';
import { unavailableSentence } from './basis-sentence';
import { TableState } from './state';
import { TableStatus, shownOf, unscoredOf } from './status';
import { unscoredSentence } from './unscored-sentence';
import { countAre, countOf, nameOf, nats, percent } from './wording';

/** What a message is made of. */
export interface MessageInput {
  state: TableState;
  rows: readonly JudgedRow[];
  preference: Preference | null;
  status: TableStatus;
}

/** The status of a table in a sentence or two. */
export function messageOf(input: MessageInput): string {
  const { state, rows, status } = input;
  const unavailable = unavailableSentence(state);
  if (unavailable)
    return status.status === 'none'
      ? `${unavailable} Of what was scored before, ${detectedSentence(input)}`
      : unavailable;
  if (state.run) return runSentence(state.run);
  switch (status.status) {
    case 'ready':
      return readySentence(input);
    case 'none':
      return `${noneSentence(input)}${weighedSentence(rows)}${earlierSentence(state)}`;
    case 'quoting':
      return 'The quote is being priced; read again in a few seconds.';
    default:
      return unscoredSentence(state, unscoredOf(rows));
  }
}

function runSentence({ done, total, waitsForBudget }: NonNullable<TableState['run']>): string {
  const stands = `${done} of ${countOf(total, 'answer')} of the run are in`;
  return waitsForBudget ? `${stands}; it waits until the budget is raised.` : `${stands}.`;
}

function readySentence({ state, rows, preference }: MessageInput): string {
  const applied = 'nothing is applied automatically';
  const notes = `${weighedSentence(rows)}${earlierSentence(state)}`;
  if (preference?.suggestion.because === 'cheaper') {
    return `A narrowing, row ${preference.number}, is at least ${percent(leastSaving)} cheaper per answer and no worse (${allowedWords(preference.counted)}); ${applied}.${notes}`;
  }
  const better = shownOf(rows).filter(({ verdict }) => verdict === 'better').length;
  const most = preference && `; the least loss has row ${preference.number}, ${nameOf(preference.row)}`;
  return `${better} of ${countOf(correctedFor(state), 'scored alternative')} lowered the log loss of version ${state.version} beyond noise${most ?? ''}; ${applied}.${notes}`;
}

/** Labels of the review queue were drawn where answers are unsure: without weights they would say too much of those. */
function weighedSentence(rows: readonly JudgedRow[]): string {
  const isWeighed = shownOf(rows).some(({ counted }) => (counted?.comparison.queued ?? 0) > 0);
  return isWeighed ? ' Labels of the review queue count for the answers that they stand for.' : '';
}

function noneSentence(input: MessageInput): string {
  const { state, rows, status } = input;
  const dropped =
    status.reason === 'accuracy_would_drop'
      ? `Each narrowing that is at least ${percent(leastSaving)} cheaper answers worse. `
      : '';
  if (!rows.some(({ row, score }) => row.inK && score !== null)) {
    return dropped === ''
      ? `No narrowing is at least ${percent(leastSaving)} cheaper per answer than version ${state.version}.`
      : dropped.trimEnd();
  }
  const scored = countAre(correctedFor(state), 'alternative');
  return `${dropped}${scored} scored this month, and none beat version ${state.version} beyond noise: ${detectedSentence(input)}`;
}

/** What the quote promised to detect, as its reader saw the number, and what the rows' own spread allowed. */
function detectedSentence({ state, rows }: MessageInput): string {
  const scored = rows.flatMap(({ row, counted }) => (row.inK && counted ? [couldDetect(counted)] : []));
  const seen = scored.filter((gain) => gain !== null).sort((a, b) => a - b);
  const middle = seen.length === 0 ? null : seen[Math.floor(seen.length / 2)];
  const { quoted } = state.month;
  if (quoted) {
    const shown = middle === null ? '' : ` (${nats(middle)} by what the rows showed)`;
    return `gains of ${quoted.log_loss} log loss or more were detectable as quoted${shown}.`;
  }
  return middle === null
    ? 'the labels were too few to detect any gain.'
    : `gains of ${nats(middle)} log loss or more were detectable.`;
}

/** A claim of 5 % a month is not one of 5 % a year. */
function earlierSentence({ labels: { usedIn } }: TableState): string {
  return usedIn === null
    ? ''
    : ` The same labels were used in ${usedIn}; each month adds its own chance of a false claim.`;
}
