import { bar } from '@app/progress';
import { Option } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Schema } from '@app/sdk';
import { EXIT, type ExitCode } from '@app/commands';
import { DrawnLine } from '../output/drawn-line';
import type { Call, Commands } from './call';

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

export function jobShown(print: Call['print']): (job: Schema<'JobView'>) => Promise<void> {
  return ({ id, status, progress, result }) =>
    print.writeFields([
      ['id', id],
      ['status', status],
      ['done', `${progress.done} of ${progress.total}`],
      ['result', result],
    ]);
}
