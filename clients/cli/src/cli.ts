import { EXIT, type ExitCode, commandTree } from '@app/commands';
import type { Command } from 'commander';
import { createColors } from 'picocolors';
import { account } from './command/account/account';
import { alternatives } from './command/quality/alternatives';
import { api } from './command/account/api';
import { backfill } from './command/judgment/backfill';
import { repeatability } from './command/judgment/repeatability';
import { Call, type Commands, type GlobalOptions, type Runner } from './command/call/call';
import { documents } from './command/document/documents';
import { explain } from './command/document/explain';
import { exportDocuments } from './command/document/export';
import { importDocuments } from './command/document/import';
import { judgments } from './command/judgment/judgments';
import { outcomes } from './command/quality/outcomes';
import { members } from './command/organization/members';
import { documentGroup } from './command/document/document-group';
import { namespaces } from './command/namespace/namespaces';
import { subscriptions } from './command/event/subscriptions';
import { groups } from './command/group/groups';
import { summary } from './command/group/summary';
import { fit } from './command/quality/fit';
import { query } from './command/document/query';
import { labels } from './command/quality/labels';
import { report } from './command/quality/report';
import { starters } from './command/judgment/starters';
import { threshold } from './command/quality/threshold';
import { judge } from './command/judgment/judge';
import { look } from './command/judgment/look';
import { listen } from './command/event/listen';
import { events } from './command/event/events';
import { endpoints } from './command/event/endpoints';
import { deliveries } from './command/event/deliveries';
import { jobs } from './command/job/jobs';
import { engines } from './command/engine/engines';
import { organization } from './command/organization/organization';
import { doctor } from './command/account/doctor';
import { completion } from './command/account/completion';
import { failureOf } from './exit/failure';
import { Refusal } from './exit/refusal';
import { visible } from './output/visible';
import type { World } from './world/world';

const commands: readonly Commands[] = [
  account,
  api,
  query,
  namespaces,
  documents,
  documentGroup,
  explain,
  judgments,
  starters,
  alternatives,
  backfill,
  repeatability,
  importDocuments,
  exportDocuments,
  outcomes,
  fit,
  report,
  labels,
  threshold,
  judge,
  look,
  listen,
  subscriptions,
  groups,
  summary,
  events,
  endpoints,
  deliveries,
  jobs,
  organization,
  engines,
  members,
  doctor,
  completion,
];

const exitCodes = `
Exit codes: 0 done, 1 refused or failed, 2 the command cannot be read, 3 sign-in or rights, 4 not found, 5 conflict or a
confirmation is needed, 6 plan or budget, 7 unavailable or limited after all waits, 8 done in part, 130 interrupted.
Environment: JUDGMENT_BASE_URL, JUDGMENT_API_KEY, JUDGMENT_NAMESPACE, JUDGMENT_PROFILE, NO_COLOR,
JUDGMENT_ALLOW_HTTP=1 (the key may go over http to any address: within a network of your own).`;

/** Runs one command line. @returns the exit code */
export async function runCli(args: readonly string[], world: World, version: string): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  // Commander writes at once; the texts are few and short.
  let said = Promise.resolve();
  const later = (write: () => Promise<void>) => void (said = said.then(write));
  const tree = commandTree('judgment', {
    out: (text) => later(() => world.stdout.write(text)),
    err: (text) => later(() => world.stderr.write(text)),
  })
    .description('Documents, judgments and outcomes of the Judgment Service.')
    .version(version)
    .option('--profile <name>', 'profile of "judgment login" (JUDGMENT_PROFILE, else default)')
    .option('--base-url <url>', 'address of the service; ends in /v1')
    .option('-n, --namespace <name>', 'namespace, or a prefix such as acme/prod/*')
    .option('--env-file <file>', 'file with JUDGMENT_API_KEY and the like')
    .option('--json', "print the service's own bytes")
    .option('--jsonl', 'print lists as one JSON object a line')
    .addHelpText('after', exitCodes);
  const run: Runner =
    (act) =>
    async (...given) => {
      const options = (given.at(-1) as Command).optsWithGlobals<GlobalOptions>();
      const work = act as unknown as (call: Call, ...args: unknown[]) => Promise<ExitCode | void>;
      exitCode = (await work(new Call(world, options, tree), ...given.slice(0, -2))) ?? EXIT.done;
    };
  for (const add of commands) add(tree, run);
  try {
    assertWhole(args);
    await tree.parseAsync(args, { from: 'user' });
  } catch (error) {
    const { exitCode: code, lines } = failureOf(error, world.nowMs());
    exitCode = code;
    const { red } = createColors(world.stderr.isTerminal && !world.environment.NO_COLOR);
    for (const line of lines) later(() => world.stderr.write(`${red('judgment:')} ${visible(line)}\n`));
  }
  await said;
  return exitCode;
}

/** @throws Refusal for an argument whose bytes were not UTF-8: what stands in their place is not what was typed */
function assertWhole(args: readonly string[]): void {
  const broken = args.find((arg) => arg.includes('\uFFFD'));
  if (broken === undefined) return;
  throw new Refusal(
    `"${broken.slice(0, 80)}" holds U+FFFD, which stands for bytes that are not UTF-8: set the terminal to UTF-8, or give JSON by @file or -.`,
  );
}
