import { EXIT, type ExitCode } from '@app/commands';
import type { Schema } from '@app/sdk';
import { Refusal } from '../../exit/refusal';
import type { Taken } from '../../output/printer';
import type { Call, Commands } from '../call/call';
import { type Agreement, requireAgreement } from '../call/carry-out';
import { agreement } from './judgment-files';
import { followJob, jobShown } from '../job/jobs';
import { wholeNumber } from '../call/text-argument';

type Reply = Schema<'RepeatabilityReply'>;

interface Options extends Agreement {
  judgment: string;
  answers?: number;
  times?: number;
  wait?: boolean;
}

/** Asking an engine again what it has answered. */
export const repeatability: Commands = (tree, run) => {
  agreement(
    tree
      .command('repeatability')
      .description(
        'Asks the engine again what it has answered, after it showed the price; "report" then tells how much is its noise.',
      )
      .requiredOption('-j, --judgment <name>', 'the judgment'),
  )
    .option('--answers <n>', 'how many current answers; 30 when left out', wholeNumber(10, 200))
    .option('--times <n>', 'how often each; 2 when left out', wholeNumber(2, 5))
    .option('--wait', 'follow the job to its end; Ctrl-C leaves it running')
    .action(run(start));
};

async function start(call: Call<Options>): Promise<ExitCode> {
  const { namespace, options, print, world } = call;
  const { judgment, answers, times } = options;
  const send = (confirm?: string): Promise<Taken<Reply>> =>
    print.take((more) =>
      namespace.judgments.get(judgment).repeatability({ answers, times, confirm }, { ...more, signal: world.signal }),
    );
  let reply = await send(options.confirm);
  if (reply.data.status === 'confirmation_required') {
    const { confirm: token, estimate } = reply.data;
    if (token === null) throw new Refusal('The service asks for a confirmation and names no token.', EXIT.failed);
    await print.tell(
      `asking about ${estimate.answers} answers ${estimate.times} times: ${estimate.judgment_units} units, ${estimate.cost_usd} USD`,
    );
    await requireAgreement(call, reply, token);
    reply = await send(token);
  }
  const { job } = reply.data;
  if (!job) throw new Refusal('The service began and names no job.', EXIT.failed);
  if (options.wait) return followJob(call, job.id);
  await print.show(reply, () => jobShown(print)(job));
  await print.tell(`It goes on: judgment jobs wait ${job.id}, or judgment jobs cancel ${job.id}`);
  return EXIT.done;
}
