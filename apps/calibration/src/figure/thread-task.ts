import { ComparedRow, RowTask, compareRow } from './compare-row';
import { SegmentFigures } from '@app/statistics';
import { SegmentTask, readSegments } from './segments';
import { Side, SideReads, readSide } from './side';
import { Computed, Task, compute } from './compute';

/** What the thread can be asked for, and what it then returns, by kind. */
interface Kinds {
  /** A fit, or figures of a report. */
  figures: { task: Task; result: Computed };
  /** A row of a table of alternatives beside the version. */
  row: { task: RowTask; result: ComparedRow };
  /** The version's reads of a sample, of which a quote says what could be detected. */
  side: { task: Side; result: SideReads };
  /** What a report divides by an attribute. */
  segments: { task: SegmentTask; result: SegmentFigures[] };
}
export type Kind = keyof Kinds;
export type TaskOf<K extends Kind> = Kinds[K]['task'];
export type ResultOf<K extends Kind> = Kinds[K]['result'];
/** A task as it is sent to the thread. */
export type ThreadTask = { [K in Kind]: { kind: K; task: TaskOf<K> } }[Kind];

/** Pure. Takes up to some seconds. */
export function perform(sent: ThreadTask): ResultOf<Kind> {
  switch (sent.kind) {
    case 'figures':
      return compute(sent.task);
    case 'row':
      return compareRow(sent.task);
    case 'side':
      return readSide(sent.task);
    case 'segments':
      return readSegments(sent.task);
  }
}
