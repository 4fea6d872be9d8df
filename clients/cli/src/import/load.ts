import { randomBytes } from 'node:crypto';
import { EXIT, type ExitCode } from '@app/commands';
import type { FileRecord, Summary, Understanding } from '@app/file-reader';
import { Refusal } from '../exit/refusal';
import { DrawnLine } from '../output/drawn-line';
import type { Connection } from '../profile/connection';
import { Checkpoint } from '../world/checkpoint';
import type { World } from '../world/world';
import type { Progress } from './import-progress';
import { RowError } from './mapping';
import { type Moments, momentAt } from './moment';
import { progressText } from './progress-text';
import { openRecords, toldOf } from './records';
import { Rejects } from './rejects';
import { add, type Send, type Sent, sendWindow } from './sender';
import type { Source } from './source';
import { startGuard } from './start-guard';
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
  /** Takes what was found out of the file. @throws Refusal when it does not fit */
  understand(understanding: Understanding): void;
  /** What to say when the whole file was read. */
  toldAtEnd?(summary: Summary): string | null;
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
  // A run that goes on passes over what was sent: that takes neither the time nor the bytes of what it sends.
  let [sentMs, bytesBefore] = [beganMs, earlier ? null : 0];
  const show = () =>
    progressText({
      rows: rowsOf(progress),
      refused: progress.refused,
      bytesRead: source.bytesRead(),
      bytes: source.size,
      rowsNow: rowsOf(progress) - before,
      bytesBefore: bytesBefore ?? 0,
      elapsedMs: world.nowMs() - sentMs,
    });
  const dated = (body: T, place: number) =>
    moments && progress.firstMs !== undefined
      ? moments.dated(body, momentAt(progress.firstMs, place, world.nowMs() - beganMs, source))
      : body;
  const send: Send<T> = options.dryRun ? (bodies) => Promise.resolve({ valid: bodies.length }) : target.send;
  const [readable, taken] = [startGuard(!earlier && !options.dryRun), startGuard(!earlier)];
  const toRow = (record: FileRecord, place: number) => {
    if (bytesBefore === null) [sentMs, bytesBefore] = [world.nowMs(), source.bytesRead()];
    const row = rowOf(record, target, (body) => dated(body, place));
    if ('reason' in row) readable.refuse(record.kind === 'refusal' ? record.reason : row.reason, row.reason);
    else readable.pass();
    return row;
  };
  const opened = openRecords(source, (understanding) => target.understand(understanding));
  try {
    for await (const window of readWindows(opened.records, progress.shape, progress, toRow)) {
      world.signal.throwIfAborted();
      await finish(window, progress, rejects, (rows, key) => sendWindow(rows, progress.shape, key, send, taken));
      checkpoint.write(progress);
      await line.draw(show());
    }
  } catch (error) {
    // Nothing was written then, so there is nothing to go on with.
    if (error instanceof Refusal && progress.window === 0) checkpoint.remove();
    throw error;
  } finally {
    rejects.close();
    opened.close();
  }
  checkpoint.remove();
  const counts = Object.entries(progress.tally).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
  const told = progress.refused > 0 ? `, ${progress.refused} rejected: ${rejectsPath}` : '';
  await line.finish(`${source.name}: ${counts.join(', ') || 'no rows'}${told}`);
  const atEnd = target.toldAtEnd?.(opened.summary) ?? null;
  if (atEnd !== null) await line.finish(`${source.name}: ${atEnd}`);
  return progress.refused > 0 ? EXIT.partly : EXIT.done;
}

/** Sends a window, keeps its rejects, and moves the progress behind it. */
async function finish<T>(
  window: Window<T>,
  progress: Progress,
  rejects: Rejects,
  sendRows: (rows: Row<T>[], key: string) => Promise<Sent>,
): Promise<void> {
  const { tally, refused } = await sendRows(window.rows, `${progress.run}-${window.number}`);
  const all = [...window.refused, ...refused].sort((a, b) => a.line - b.line);
  rejects.append(all);
  add(progress.tally, tally);
  progress.refused += all.length;
  progress.rejectsBytes = rejects.length;
  progress.records = window.records;
  progress.line = window.lastLine;
  progress.window = window.number + 1;
}

function rowOf<T>(record: FileRecord, target: Target<T>, dated: (body: T) => T): Row<T> | Refused {
  const { line, raw } = record;
  if (record.kind === 'refusal') {
    const { lastLine } = record;
    return {
      line,
      ...(lastLine > line && { last_line: lastLine }),
      reason: toldOf(record.reason, record.message),
      row: raw,
    };
  }
  try {
    const { id, body: undated } = target.rowOf(record.fields);
    const body = dated(undated);
    return { line, raw, id, body, bytes: Buffer.byteLength(JSON.stringify(body)) };
  } catch (error) {
    if (error instanceof RowError) return { line, reason: error.message, row: raw };
    throw error;
  }
}

function begun(shape: Shape): Progress {
  const run = randomBytes(12).toString('hex');
  return { run, shape, records: 0, line: 0, window: 0, tally: {}, refused: 0, rejectsBytes: 0 };
}

function rowsOf({ tally, refused }: Progress): number {
  return (tally['written'] ?? tally['valid'] ?? tally['sent'] ?? 0) + refused;
}
