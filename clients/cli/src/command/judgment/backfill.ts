import type { Schema } from '@app/sdk';
import { Option } from 'commander';
import { estimateText } from '../../change/estimate-text';
import { EXIT, type ExitCode } from '@app/commands';
import { Refusal } from '../../exit/refusal';
import type { Taken } from '../../output/printer';
import type { Call, Commands } from '../call/call';
import { type Agreement, requireAgreement } from '../call/carry-out';
import { agreement } from './judgment-files';
import { jobShown, followJob } from '../job/jobs';
import { readJsonArgument, positiveNumber, wholeNumber } from '../call/text-argument';

type Reply = Schema<'BackfillReply'>;

interface Options extends Agreement {
  judgment: string;
  filter?: string;
  only?: 'missing' | 'stale' | 'failed' | 'other_epoch' | 'all';
  ofVersion?: number;
  maxUsd?: number;
  wait?: boolean;
}

/** Judging of stored documents. */
export const backfill: Commands = (tree, run) => {
  agreement(
    tree
      .command('backfill')
      .description('Judges stored documents, after it showed the price. "jobs wait" and "jobs cancel" take its job.')
      .requiredOption('-j, --judgment <name>', 'the judgment'),
  )
    .option('--filter <json>', 'which documents: JSON, @file, or - for the input; all when left out')
    .addOption(
      new Option('--only <which>', 'answers to make').choices(['missing', 'stale', 'failed', 'other_epoch', 'all']),
    )
    .option('--of-version <n>', 'a version that is not active, to be judged beforehand', wholeNumber(1, 2_147_483_647))
    .option('--max-usd <n>', 'asks nothing that would cost more', positiveNumber)
    .option('--wait', 'follow the job to its end; Ctrl-C leaves it running')
    .action(run(start));
};

async function start(call: Call<Options>): Promise<ExitCode> {
  const { namespace, options, print, world } = call;
  const { judgment, only, ofVersion: version, maxUsd: max_usd } = options;
  const filter =
    options.filter === undefined
      ? undefined
      : await readJsonArgument<Schema<'Filter'>>('--filter', options.filter, world);
  const send = (confirm?: string): Promise<Taken<Reply>> =>
    print.take((more) =>
      namespace.judgments
        .get(judgment)
        .backfill({ filter, only, version, max_usd, confirm }, { ...more, signal: world.signal }),
    );
  let reply = await send(options.confirm);
  if (reply.data.status === 'confirmation_required') {
    const token = reply.data.confirm;
    if (token === null) throw new Refusal('The service asks for a confirmation and names no token.', EXIT.failed);
    for (const line of estimateText(reply.data.estimate)) await print.tell(line);
    await requireAgreement(call, reply, token);
    reply = await send(token);
  }
  const { job } = reply.data;
  if (!job || !options.wait) {
    await print.show(reply, () => (job ? jobShown(print)(job) : print.writeLine('There is nothing to judge.')));
    if (job) await print.tell(`It goes on: judgment jobs wait ${job.id}, or judgment jobs cancel ${job.id}`);
    return EXIT.done;
  }
  return followJob(call, job.id);
}
