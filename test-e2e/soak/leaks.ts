import type { Figures } from './figures';

const mib = 1024 * 1024;

/** How much may come on top of the figures of the start. */
export interface Bounds {
  /** Part of what a process held. */
  memory: number;
  /** And so much more, in bytes: heap, and resident memory. */
  heapBytes: number;
  residentBytes: number;
  /** Open files, and what keeps a process running, each. */
  handles: number;
}

/** Tables whose rows are work: none is left of a load that has ended. */
const queues = /\.(outbox|dead|pending|related_change|group_dirty|fanout_walk|fanout_turn)$/;
/** A table with about as many rows as before may be so much larger: by a part of itself, and bytes. */
const [grownBy, grownBytes] = [0.5, 4 * mib];
/** Tuples that vacuum has not come to: as many as rows that are seen, and so many more. */
const unvacuumed = 20_000;

/** What has grown and should not have, a sentence each. @param at three moments of one load, each after it had rested */
export function leaksOf({ start, middle, end }: Record<'start' | 'middle' | 'end', Figures>, bounds: Bounds): string[] {
  const found: string[] = [];
  const compare = (what: string, before: number, now: number, most: number): void => {
    if (now > most) found.push(`${what}: ${before} at the start, ${now} at the end, bound ${Math.round(most)}`);
  };
  for (const [service, now] of Object.entries(end.processes)) {
    const before = start.processes[service];
    const memory = 1 + bounds.memory;
    compare(`${service} heap`, before.heapBytes, now.heapBytes, before.heapBytes * memory + bounds.heapBytes);
    compare(
      ...([`${service} memory`, before.residentBytes, now.residentBytes] as const),
      before.residentBytes * memory + bounds.residentBytes,
    );
    compare(`${service} open files`, before.openFiles, now.openFiles, before.openFiles + bounds.handles);
    compare(
      ...([`${service} active resources`, before.activeResources, now.activeResources] as const),
      before.activeResources + bounds.handles,
    );
  }
  compare('connections', start.connections, end.connections, start.connections + bounds.handles);
  for (const [name, now] of Object.entries(end.tables)) {
    const [first, before] = [start.tables[name], middle.tables[name]];
    if (queues.test(name)) compare(`${name} rows`, first.rows, now.rows, first.rows);
    compare(`${name} dead tuples`, before.deadTuples, now.deadTuples, now.rows + unvacuumed);
    const isSteady = now.rows <= before.rows * 1.1 + 100;
    if (isSteady) compare(`${name} bytes`, before.bytes, now.bytes, before.bytes * (1 + grownBy) + grownBytes);
  }
  return found;
}

/** One line a moment and process, and the tables that are largest at the end. */
export function figuresText(moments: Record<string, Figures>): string {
  const all = Object.entries(moments);
  const end = all[all.length - 1][1];
  const inMib = (bytes: number): string => (bytes / mib).toFixed(0);
  const processes = Object.keys(end.processes).map((service) => {
    const at = all.map(
      ([
        ,
        {
          processes: { [service]: one },
        },
      ]) =>
        [
          ...[inMib(one.heapBytes), inMib(one.residentBytes), one.openFiles, one.activeResources],
          one.loopLateMs.toFixed(0),
        ].join('/'),
    );
    return `${service}: ${at.join(', ')}`;
  });
  const largest = Object.entries(end.tables).toSorted(([, a], [, b]) => b.bytes - a.bytes);
  const tables = largest.slice(0, 12).map(([name]) => {
    const at = all.map(
      ([
        ,
        {
          tables: { [name]: one },
        },
      ]) => [one.rows, one.deadTuples, inMib(one.bytes)].join('/'),
    );
    return `${name}: ${at.join(', ')}`;
  });
  return [
    `heap MiB/memory MiB/open files/active resources/event loop late in ms (p99) at ${all.map(([name]) => name).join(', ')}:`,
    ...processes,
    `connections: ${all.map(([, { connections }]) => connections).join(', ')}`,
    'rows/dead tuples/MiB of the largest tables:',
    ...tables,
  ].join('\n');
}
