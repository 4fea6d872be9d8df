import { randomBytes } from 'node:crypto';
import { EXIT, type ExitCode } from '@app/commands';
import { Refusal } from '../exit/refusal';
import { DrawnLine } from '../output/drawn-line';
import type { Connection } from '../profile/connection';
import { Checkpoint } from '../world/checkpoint';
import type { World } from '../world/world';
import type { Progress } from './import-progress';
import { RowError } from './mapping';
import { type Moments, momentAt } from './moment';
import { progressText } from './progress-text';
import { type FileRecord, readRecords } from './records';
import { Rejects } from './rejects';
import { add, type Send, sendWindow } from './sender';
import type { Source } from './source';
import { type Refused, type Row, type Shape, type Window, readWindows } from './window';

export interface LoadOptions {
  dryRun?: boolean;
  /** Begins anew even where an earlier run stopped. */
  fresh?: boolean;
  /** Goes on where an earlier run stopped, or refuses. Without `resume` and `fresh` it goes on where there is one. */
  resume?: boolean;
  rejects?: string;
  concurrency: number;
  batch: number;
}

/** What the rows of a file become and where they go. */
export interface Target<T> {
  /** What makes two runs the same one beside the file: namespace, judgment, mapping. */
  identity: readonly unknown[];
  onHeader(columns: readonly string[]): void;
  /** @throws RowError for a record that makes no row */
  rowOf(fields: Readonly<Record<string, unknown>>): { id: string; body: T };
  send: Send<T>;
  /** Left out where rows have no moments. */
  moments?: Moments<T>;
}

/** Sends a file, from where an earlier run stopped; what is refused goes into the file of rejects. @returns 0, or 8 with rejects */
export async function load<T>(
  world: World,
  { baseUrl }: Pick<Connection, 'baseUrl'>,
  source: Source,
  target: Target<T>,
  options: LoadOptions,
): Promise<ExitCode> {
  const rejectsPath = options.rejects ?? (source.name === '-' ? 'rejects.jsonl' : `${source.name}.rejects.jsonl`);
  const identity =
    source.identity && !options.dryRun ? [source.identity, baseUrl, rejectsPath, ...target.identity] : null;
  const checkpoint = Checkpoint.of<Progress>('import', identity, world);
  const shape: Shape = { lanes: options.concurrency, rows: options.batch };
  const earlier = options.fresh ? undefined : checkpoint.read();
  if (options.resume && !earlier)
    throw new Refusal(`No earlier run of ${source.name} with these options stopped half-way.`);
  const progress: Progress = earlier ?? begun(shape);
  const moments = options.dryRun ? undefined : target.moments;
  if (!earlier && moments) progress.firstMs = await moments.readFirst();
  const line = new DrawnLine(world);
  if (earlier) await line.finish(`Goes on after line ${earlier.line} of ${source.name} (--fresh begins anew).`);
  // Before the first batch: a run that is killed in its first window must find its keys again.
  checkpoint.write(progress);
  const rejects = new Rejects(rejectsPath, progress.rejectsBytes);
  const [beganMs, before] = [world.nowMs(), rowsOf(progress)];
  const show = () =>
    progressText({
      rows: rowsOf(progress),
      refused: progress.refused,
      bytesRead: source.bytesRead(),
      bytes: source.size,
      rowsNow: rowsOf(progress) - before,
      elapsedMs: world.nowMs() - beganMs,
    });
  const dated = (body: T, place: number) =>
    moments && progress.firstMs !== undefined
      ? moments.dated(body, momentAt(progress.firstMs, place, world.nowMs() - beganMs, source))
      : body;
  const send: Send<T> = options.dryRun ? (bodies) => Promise.resolve({ valid: bodies.length }) : target.send;
  const toRow = (record: FileRecord, place: number) => rowOf(record, target, (body) => dated(body, place));
  const stream = source.open();
  const records = readRecords(source, stream, (columns) => target.onHeader(columns));
  try {
    for await (const window of readWindows(records, progress.shape, progress, toRow)) {
      world.signal.throwIfAborted();
      await finish(window, progress, rejects, send);
      checkpoint.write(progress);
      await line.draw(show());
    }
  } finally {
    rejects.close();
    stream.destroy();
  }
  checkpoint.remove();
  const counts = Object.entries(progress.tally).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
  const told = progress.refused > 0 ? `, ${progress.refused} rejected: ${rejectsPath}` : '';
  await line.finish(`${source.name}: ${counts.join(', ') || 'no rows'}${told}`);
  return progress.refused > 0 ? EXIT.partly : EXIT.done;
}

/** Sends a window, keeps its rejects, and moves the progress behind it. */
async function finish<T>(window: Window<T>, progress: Progress, rejects: Rejects, send: Send<T>): Promise<void> {
  const { tally, refused } = await sendWindow(window.rows, progress.shape, `${progress.run}-${window.number}`, send);
  const all = [...window.refused, ...refused].sort((a, b) => a.line - b.line);
  rejects.append(all);
  add(progress.tally, tally);
  progress.refused += all.length;
  progress.rejectsBytes = rejects.length;
  progress.line = window.lastLine;
  progress.window = window.number + 1;
}

function rowOf<T>(
  { line, raw, fields, refusal }: FileRecord,
  target: Target<T>,
  dated: (body: T) => T,
): Row<T> | Refused {
  if (!fields) return { line, reason: refusal ?? 'The line is empty.', row: raw };
  try {
    const { id, body: undated } = target.rowOf(fields);
    const body = dated(undated);
    return { line, raw, id, body, bytes: Buffer.byteLength(JSON.stringify(body)) };
  } catch (error) {
    if (error instanceof RowError) return { line, reason: error.message, row: raw };
    throw error;
  }
}

function begun(shape: Shape): Progress {
  const run = randomBytes(12).toString('hex');
  return { run, shape, line: 0, window: 0, tally: {}, refused: 0, rejectsBytes: 0 };
}

function rowsOf({ tally, refused }: Progress): number {
  return (tally['written'] ?? tally['valid'] ?? tally['sent'] ?? 0) + refused;
}
