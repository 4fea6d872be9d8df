import {
  type Commands,
  type OrderReader,
  UnreadableCommand,
  addExamples,
  choice,
  readOrder as read,
} from '@app/commands';
import { type EngineName, engineNames } from '@app/definition';
import type { EngineRate } from '@app/engines';
import { InvalidArgumentError, Option } from 'commander';

/** `override` null: the configured limits again. */
export interface OperatorOrder {
  kind: 'limits';
  engine: EngineName;
  override: Partial<EngineRate> | null;
}

interface Limits {
  engine: EngineName;
  inFlight?: number;
  requestsPerSecond?: number;
  tokensPerSecond?: number;
  reset?: boolean;
}

const maxInFlight = 1024;
const rates = ['inFlight', 'requestsPerSecond', 'tokensPerSecond'];

/** Limits of engines, beside those of the configuration. */
export const engineTable: Commands<OrderReader<OperatorOrder>> = (tree, run) => {
  const engines = tree.command('engines').description('Changes how much the service asks of an engine.');
  engines
    .command('limits')
    .addOption(choice('--engine <name>', 'which engine', engineNames).makeOptionMandatory())
    .addOption(new Option('--in-flight <n>', 'asks at once').argParser(inFlightOf))
    .addOption(new Option('--requests-per-second <n>', 'asks a second').argParser(positive))
    .addOption(new Option('--tokens-per-second <n>', 'tokens a second').argParser(positive))
    .addOption(new Option('--reset', 'the configured limits again').conflicts(rates))
    .description('Sets limits of an engine until they are reset.')
    .action(run(limits));
  addExamples(engines, 'limits --engine jev --in-flight 64', 'limits --engine jev --reset');
};

/** @throws UnreadableCommand with a sentence, a usage, or the help that the words ask for */
export function readOrder(words: readonly string[]): OperatorOrder {
  return read('operator', [engineTable], words);
}

function limits({ engine, inFlight, requestsPerSecond, tokensPerSecond, reset }: Limits): OperatorOrder {
  if (reset) return { kind: 'limits', engine, override: null };
  const override: Partial<EngineRate> = {};
  if (inFlight !== undefined) override.in_flight = inFlight;
  if (requestsPerSecond !== undefined) override.requests_per_s = requestsPerSecond;
  if (tokensPerSecond !== undefined) override.tokens_per_s = tokensPerSecond;
  if (Object.keys(override).length > 0) return { kind: 'limits', engine, override };
  throw new UnreadableCommand('Give a limit, such as --in-flight 64, or --reset.');
}

function inFlightOf(raw: string): number {
  const value = positive(raw);
  if (Number.isInteger(value) && value <= maxInFlight) return value;
  throw new InvalidArgumentError(`It must be a whole number up to ${maxInFlight}.`);
}

function positive(raw: string): number {
  const value = Number(raw);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a number above 0.');
}
