import { schemaNameOf, services } from '@app/contracts';
import type { Service } from '@app/contracts';
import { StackClient, eventually } from '@app/testing/stack';
import { setTimeout as sleep } from 'node:timers/promises';

/** What one process holds. */
export interface ProcessFigures {
  /** The least of some samples, each after a collection: what something holds. */
  heapBytes: number;
  /** The middle one of some samples. */
  residentBytes: number;
  openFiles: number;
  /** Sockets, timers and the like that keep the process running. */
  activeResources: number;
  /** How late the event loop was, at the 99th percentile of the looks since the process began. Shown, and bound by nothing. */
  loopLateMs: number;
}

export interface TableFigures {
  rows: number;
  /** Rows that no transaction sees any more and that vacuum has not removed. */
  deadTuples: number;
  /** With indexes. */
  bytes: number;
}

/** What all processes and the database hold at one moment. */
export interface Figures {
  /** By service. */
  processes: Record<string, ProcessFigures>;
  /** Connections to Postgres. */
  connections: number;
  /** By schema and name. */
  tables: Record<string, TableFigures>;
}

const sampleEveryMs = 2_000;
/** What the metric shows of a loop that is never late: the time between two looks. */
const eventLoopLookS = 1;
const samplesAtLeast = 4;

/** Samples every process for so long, while it works. */
export async function sampledProcesses(stack: StackClient, forMs: number): Promise<Figures['processes']> {
  const samples = new Map(services.map((service) => [service, [] as ProcessFigures[]]));
  const until = performance.now() + forMs;
  for (let n = 0; n < samplesAtLeast || performance.now() < until; n += 1) {
    // A kept connection may just have been closed by its server.
    const read = (service: Service) => eventually(() => figuresOf(stack, service));
    await Promise.all(services.map(async (service) => samples.get(service)!.push(await read(service))));
    await sleep(sampleEveryMs);
  }
  const all = [...samples].map(([service, own]): [string, ProcessFigures] => [
    service,
    {
      heapBytes: Math.min(...own.map(({ heapBytes }) => heapBytes)),
      residentBytes: middleOf(own.map(({ residentBytes }) => residentBytes)),
      openFiles: middleOf(own.map(({ openFiles }) => openFiles)),
      activeResources: middleOf(own.map(({ activeResources }) => activeResources)),
      loopLateMs: middleOf(own.map(({ loopLateMs }) => loopLateMs)),
    },
  ]);
  return Object.fromEntries(all);
}

async function figuresOf(stack: StackClient, service: Service): Promise<ProcessFigures> {
  await stack.services.collectGarbage(service); // else a heap floats by tens of MiB between two collections
  const page = await stack.metrics(service);
  const value = (name: string): number => {
    const found = new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(page);
    if (!found) throw new Error(`${service} does not serve ${name}.`);
    return Number(found[1]);
  };
  return {
    heapBytes: value('nodejs_heap_size_used_bytes'),
    residentBytes: value('process_resident_memory_bytes'),
    openFiles: value('process_open_fds'),
    activeResources: value('nodejs_active_resources_total'),
    loopLateMs: Math.max(0, value('nodejs_eventloop_lag_p99_seconds') - eventLoopLookS) * 1_000,
  };
}

/** Of the whole stack, whichever test wrote the rows. */
export async function databaseFigures(stack: StackClient): Promise<Omit<Figures, 'processes'>> {
  const [{ connections }] = await stack.sql<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity
     where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`,
  );
  const found = await stack.sql<{ name: string; dead: string; bytes: string }>(
    `select schemaname || '.' || relname as name, n_dead_tup::text as dead, pg_total_relation_size(relid)::text as bytes
     from pg_stat_user_tables where schemaname = any($1) order by 1`,
    [services.map(schemaNameOf)],
  );
  if (found.length === 0) throw new Error('No table of a service was found.');
  const tables: Record<string, TableFigures> = {};
  for (const { name, dead, bytes } of found) {
    const [{ rows }] = await stack.sql<{ rows: number }>(`select count(*)::int as rows from ${name}`);
    tables[name] = { rows, deadTuples: Number(dead), bytes: Number(bytes) };
  }
  return { connections, tables };
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
