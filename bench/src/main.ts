import { Run, Tally } from './case/run';
import { Options, parseOptions } from './options';
import { Report, reportedDays } from './report/report';
import { table } from './table';

/** @returns exit code: 0 when every case gave figures, 1 when one failed, 2 when the call cannot be carried out */
async function main(): Promise<number> {
  let options: Options;
  try {
    options = parseOptions(process.argv.slice(2));
    assertRunnable(options);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
  const endsMs = performance.now() + (options.minutes ?? Infinity) * 60_000;
  const report = options.isReported ? new Report(table.flatMap((group) => group.rows)) : null;
  const run: Run = {
    ...options,
    print: console.log,
    log: console.error,
    begin: () => report?.begin(),
    keep: (name, ratios) => report?.keep(name, ratios),
    isOver: () => performance.now() >= endsMs,
    measuredOn: reportedDays(),
  };
  const total: Tally = { cases: 0, failed: 0 };
  for (const group of table) {
    const { cases, failed } = await group.run(run);
    total.cases += cases;
    total.failed += failed;
  }
  console.log(`${total.cases} cases, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

/** @throws Error with one sentence when no case is asked for, or two builds would share their servers */
function assertRunnable(options: Options): void {
  if (table.every((group) => group.chosen(options).length === 0)) {
    const names = table.flatMap((group) => group.chosen({ ...options, only: '', isShort: true }));
    throw new Error(`--only "${options.only}" names no case. The cases are:\n${names.join('\n')}`);
  }
  if (options.against === null) return;
  const shared = ['DATABASE_URL', 'NATS_URL'].filter((name) => process.env[name]);
  if (shared.length > 0)
    throw new Error(`--against starts servers of its own for each build: unset ${shared.join(' and ')}.`);
}

// By default a signal ends the process without its `exit` listeners, which end what was started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
