import { EXIT, UnreadableCommand } from '@app/commands';
import { messageOf, SetupFailure } from '@app/servers';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defectsCommand } from './command/defects';
import { writeDocs } from './command/docs';
import { runEngineSmoke } from './command/engine-smoke';
import { loadExample } from './command/example';
import { runLearningEngine } from './command/learning-engine';
import { operate } from './command/operator';
import { printRequirements } from './command/requirements';
import { runGoldenCommand } from './golden';
import { parseStartOptions } from './start/options';
import { Start } from './start/start';
import { runScript } from './supervisor/script';
import { built, workspaceRoot } from './workspace';

/** @returns exit code; undefined while the command goes on running */
async function main(command = '', args: string[] = []): Promise<number | undefined> {
  if (command === 'start') return start(args);
  if (command === 'operator') return operate(args);
  if (command === 'example') return loadExample(args);
  if (command === 'learning-engine') return runLearningEngine(args);
  if (command === 'engine-smoke') return runEngineSmoke(args);
  if (command === 'requirements') printRequirements();
  else if (command === 'defects') return defectsCommand(args);
  else if (command === 'golden') return runGoldenCommand(args);
  else if (command === 'docs') return writeDocs(args);
  else if (command === 'bench') return runBench(args);
  else
    throw new SetupFailure(
      `There is no command "${command}": choose one of start, operator, example, learning-engine, engine-smoke, requirements, defects, golden, docs, bench.`,
    );
  return 0;
}

/** The bench imports what only tests may, so it is no part of the build and is bundled on demand. */
async function runBench(args: string[]): Promise<number> {
  const entry = join(workspaceRoot, 'bench/src/main.ts');
  if (!existsSync(entry)) throw new SetupFailure(`There is no bench to run: ${entry} is missing from this checkout.`);
  const code = await runScript([join(workspaceRoot, 'deploy/tools/build/build.mjs'), 'bench']);
  return code === 0 ? runScript([built('bench'), ...args]) : code;
}

async function start(args: string[]): Promise<undefined> {
  const running = new Start(parseStartOptions(args), (failure) => void running.stop().finally(() => end(failure)));
  let asked = 0;
  const ask = () => {
    asked += 1;
    if (asked > 1) process.exit(1); // impatient: the watchdog and the guard end the rest
    console.log('\nStopping ...');
    running.stop().then(() => process.exit(0), end);
  };
  process.on('SIGINT', ask).on('SIGTERM', ask).on('SIGHUP', ask);
  try {
    await running.run();
  } catch (error) {
    if (asked > 0) return; // a start that was stopped half-way breaks somewhere; that is no failure
    await running.stop();
    throw error;
  }
}

function end(error: unknown): never {
  console.error(sentenceOf(error));
  process.exit(error instanceof UnreadableCommand ? error.exitCode : EXIT.failed);
}

/** One sentence for what a person can mend; the whole stack for what only we can. */
function sentenceOf(error: unknown): string {
  if (error instanceof SetupFailure || error instanceof UnreadableCommand) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || /No space left/i.test(messageOf(error)))
    return 'The disk is full: make room and start again.';
  if (code === 'EACCES' || code === 'EROFS')
    return `${messageOf(error)}: mend the rights of that path and start again.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main(process.argv[2], process.argv.slice(3)).then((code) => code !== undefined && process.exit(code), end);
