import { EngineName, engineNames } from '@app/definition';
import { AskReply, EngineClient, Question, RawAnswer, openEngine, systemClock } from '@app/engines';
import { readConfig } from '@app/config';
import { brokerSettings } from '../app.config';
import { EngineSetup } from '../engine/engine-setup';
import { EntrySource } from '../engine/entry-source';
import { LocalFinder } from '../local/local-finder';
import { trialQuestions, tryQuestion } from '../trial/trial';

/** Longest time for one of the three calls: a local model may have to be loaded first. */
const callMs = 60_000;
const lookMs = 1_000;

const usage = `usage: npm run engine-smoke -- NAME, one of ${engineNames.join(', ')}`;

/**
 * Asks an engine as it is configured one question of each type, and says what was understood. Never says the key.
 * @param say one line of the report
 * @returns 0 when each was answered, 1 when one was not, 2 when the command or the configuration cannot be read
 */
export async function runSmoke(args: string[], env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<number> {
  const name = engineNames.find((known) => known === args[0]);
  if (name === undefined || args.length > 1) return refuse(say, usage);
  let setup: EngineSetup;
  try {
    setup = await readSetupOf(name, env);
  } catch (error) {
    return refuse(say, error instanceof Error ? error.message : String(error));
  }
  const { entry } = setup;
  if (setup.isExtension) return refuse(say, `${name} is an extension: it has no address, and is asked over the bus.`);
  const hide = (text: string) => (entry.key === null ? text : text.split(entry.key).join('<key>'));
  const address = entry.dialect === 'built_in' ? 'inside this process' : entry.base_url + entry.path;
  say(`engine   ${name} (${entry.source}), dialect ${entry.dialect}`);
  say(hide(`address  ${address}, model ${entry.model}`));
  say(`key      ${entry.key === null ? 'none' : 'set, not shown'}`);
  const client = openEngine(entry, { clock: systemClock });
  try {
    let failures = 0;
    for (const question of trialQuestions)
      if (!(await askOne(client, question, (line) => say(hide(line))))) failures += 1;
    say(failures === 0 ? '\nall three were answered' : `\n${failures} of ${trialQuestions.length} were not answered`);
    return failures === 0 ? 0 : 1;
  } finally {
    await client.close();
  }
}

async function readSetupOf(name: EngineName, env: NodeJS.ProcessEnv): Promise<EngineSetup> {
  const config = readConfig(brokerSettings, env);
  const entries = new EntrySource(config, null);
  const isLocal = name === 'jev' && config.ollamaUrl !== '' && !(await entries.isConfigured());
  const finder = new LocalFinder({ readInUse: async () => null, nowMs: systemClock.nowMs, logger: null });
  const setups = await entries.readSetups(isLocal ? await finder.find(config.ollamaUrl, lookMs) : null);
  const setup = setups.find((each) => each.name === name);
  if (setup === undefined) throw new TypeError(`no engine ${name} was set up`);
  return setup;
}

async function askOne(client: EngineClient, question: Question, say: (line: string) => void): Promise<boolean> {
  say(`\n${question.type.padEnd(8)} ${question.question}`);
  const { outcome, ms } = await tryQuestion(client, question, callMs);
  if ('failure' in outcome) {
    say(`         no answer (${outcome.failure.failureClass}): ${outcome.failure.message}`);
    return false;
  }
  const [answer] = outcome.reply.answers;
  say(`         ${toldOf(answer)}`);
  say(`         ${factsOf(outcome.reply, ms)}`);
  return answer.type !== 'failed';
}

function toldOf(answer: RawAnswer): string {
  if (answer.type === 'failed') return `no answer (${answer.reason}): ${answer.detail}`;
  if (answer.type === 'bool') return `yes with ${answer.p}`;
  const spread = Object.entries(answer.dist).map(([item, share]) => `${item} ${share.toFixed(3)}`);
  if (answer.type === 'score') return `${answer.score.toFixed(3)}: ${spread.join(', ')}`;
  return `${answer.value ?? 'none of these'}: ${spread.join(', ')}, none of these ${answer.escape_p.toFixed(3)}`;
}

function factsOf({ reportedModel, tokens, requestId }: AskReply, ms: number): string {
  const counted = tokens === null ? 'no token count' : `${tokens.input} tokens in, ${tokens.output} out`;
  return `${reportedModel}, ${Math.round(ms)} ms, ${counted}${requestId === null ? '' : `, request ${requestId}`}`;
}

function refuse(say: (line: string) => void, sentence: string): number {
  say(sentence);
  return 2;
}
