import { epochLabel, labelsText, verdictOf } from '@app/report';
import type { Schema } from '@app/sdk';
import { EXIT, type ExitCode } from '@app/commands';
import type { Call, Commands } from '../call/call';
import { withExamples } from '../call/examples';
import { tellJob } from '../job/jobs';
import { listArgument } from '../call/text-argument';

type Filter = NonNullable<Schema<'CalibrationRunBody'>['outcomes']>;

interface Options {
  judgment: string;
  sources?: string;
  since?: string;
  until?: string;
  wait: boolean;
}

/** Fitting the probabilities of a judgment to what happened. */
export const fit: Commands = (tree, run) => {
  withExamples(tree.command('fit'), 'fit -j late', 'fit -j late --sources posted,rule --since 2026-10-01T00:00:00Z')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .option('--sources <names>', 'of posted,rule,queue,implicit; every one when left out')
    .option('--since <time>', 'outcomes observed at or after it')
    .option('--until <time>', 'outcomes observed before it')
    .option('--no-wait', 'print the job instead of waiting for the fit')
    .description('Fits the probabilities to the labels there are now, and prints what they are worth. Asks no engine.')
    .action(run(fitNow));
};

async function fitNow(call: Call<Options>): Promise<ExitCode> {
  const { namespace, options, print, world } = call;
  const { signal } = world;
  const judgment = namespace.judgments.get(options.judgment);
  const body = bodyOf(options);
  if (!options.wait) {
    const job = await print.take((more) => judgment.fit(body, { ...more, signal, wait: false }));
    await tellJob(call, job);
    return EXIT.done;
  }
  await print.tell(`Fits ${options.judgment} to its labels; Ctrl-C leaves the job running.`);
  const fitted = await print.take((more) => judgment.fit(body, { ...more, signal }));
  await print.show(fitted, async () => {
    const report = await judgment.calibration({}, { signal });
    await print.writeFields([
      ['verdict', verdictOf(report).sentence],
      ['labels', labelsText(report)],
      ['read with', report.read_with],
      ['fitted', report.fitted_at],
      ['engine', epochLabel(report)],
    ]);
    for (const { message } of report.notices) await print.tell(message);
    await print.tell(`All figures: judgment report -j ${options.judgment}`);
  });
  return EXIT.done;
}

function bodyOf({ sources, since, until }: Options): Schema<'CalibrationRunBody'> {
  const outcomes: Filter = {
    ...(sources !== undefined && { sources: listArgument(sources) as Filter['sources'] }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
  return Object.keys(outcomes).length === 0 ? {} : { outcomes };
}
