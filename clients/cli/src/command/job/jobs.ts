import { bar } from '@app/progress';
import { Option } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions, Operation, Schema } from '@app/sdk';
import { EXIT, type ExitCode } from '@app/commands';
import { DrawnLine } from '../../output/drawn-line';
import type { Taken } from '../../output/printer';
import type { Call, Commands } from '../call/call';

type Job = Schema<'JobView'>;

const pollMs = 1_000;
const barWidth = 20;

/** Work that goes on after its reply. */
export const jobs: Commands = (tree, run) => {
  const group = tree.command('jobs').description('Looks at work that goes on after its reply.');
  group
    .command('list')
    .addOption(new Option('--status <status>').choices(['queued', 'running', 'done', 'failed']))
    .option('--all', 'print every page')
    .description('Lists jobs, newest first.')
    .action(run(listJobs));
  group
    .command('wait')
    .argument('<id>')
    .description('Follows a job to its end; 1 when it failed. Ctrl-C leaves it running.')
    .action(run(followJob));
  group.command('cancel').argument('<id>').description('Ends a job; what it did stays.').action(run(cancel));
};

async function listJobs({ client, options, print, world }: Call<{ status?: 'done'; all?: boolean }>): Promise<void> {
  await print.writePages(
    client.jobs.list({ status: options.status }, { signal: world.signal }),
    (page) => page.jobs,
    [
      ['id', ({ id }) => id],
      ['type', ({ type }) => type],
      ['status', ({ status }) => status],
      ['done', ({ progress }) => progress.done],
      ['of', ({ progress }) => progress.total],
      ['namespace', ({ namespace }) => namespace],
      ['created', ({ created_at }) => created_at],
      ['ended', ({ finished_at }) => finished_at],
    ],
    options.all,
  );
}

/** Follows a job and prints it at its end. @returns 1 when it failed */
export async function followJob({ client, print, world }: Call, id: string): Promise<ExitCode> {
  const line = new DrawnLine(world);
  const read = () => print.take((more) => client.jobs.get(id, { ...more, signal: world.signal }));
  let job = await read();
  while (job.data.status !== 'done' && job.data.status !== 'failed') {
    const { status, progress } = job.data;
    await line.draw(
      `${bar(progress.done, progress.total, barWidth)}  ${status}, ${progress.done} of ${progress.total}`,
    );
    await sleep(pollMs, undefined, { signal: world.signal });
    job = await read();
  }
  const { status, progress } = job.data;
  await line.finish(`${id} is ${status}, ${progress.done} of ${progress.total}.`);
  await print.show(job, jobShown(print));
  return status === 'done' ? EXIT.done : EXIT.failed;
}

async function cancel({ client, print, world }: Call, id: string): Promise<void> {
  await print.reply((more) => client.jobs.cancel(id, { ...more, signal: world.signal }), jobShown(print));
}

/**
 * Makes a call that becomes a job, and follows the job to its end.
 * @param isFollowed false prints the job and leaves it running
 * @returns 1 when the job failed
 */
export async function endJob(
  call: Call,
  isFollowed: boolean,
  send: (options: CallOptions) => Operation<unknown>,
): Promise<ExitCode> {
  const { signal } = call.world;
  const taken = await call.print.take((more) => send({ ...more, signal, wait: false }));
  const { id } = taken.data as Job;
  if (isFollowed) return followJob(call, id);
  await tellJob(call, taken);
  return EXIT.done;
}

/** Prints a job that goes on. */
export async function tellJob({ print }: Call, taken: Taken<unknown>): Promise<void> {
  const job = taken.data as Job;
  await print.show(taken, () => jobShown(print)(job));
  await print.tell(`It goes on: judgment jobs wait ${job.id}`);
}

export function jobShown(print: Call['print']): (job: Job) => Promise<void> {
  return ({ id, status, progress, result }) =>
    print.writeFields([
      ['id', id],
      ['status', status],
      ['done', `${progress.done} of ${progress.total}`],
      ['result', result],
    ]);
}
