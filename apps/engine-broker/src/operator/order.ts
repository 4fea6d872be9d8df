import { EngineName, engineNames } from '@app/definition';
import type { EngineRate } from '@app/engines';
import { parseArgs } from 'node:util';

/** `override` null: the configured limits again. */
export interface OperatorOrder {
  kind: 'limits';
  engine: EngineName;
  override: Partial<EngineRate> | null;
}

const usage =
  'usage: engines limits --engine NAME (--in-flight N | --requests-per-second N | --tokens-per-second N)... | --reset';
const maxInFlight = 1024;

/** @throws Error with one sentence when the command cannot be read */
export function readOrder(args: string[]): OperatorOrder {
  if (args[0] !== 'engines' || args[1] !== 'limits') throw new Error(usage);
  const { values } = parseArgs({
    args: args.slice(2),
    options: {
      engine: { type: 'string' },
      'in-flight': { type: 'string' },
      'requests-per-second': { type: 'string' },
      'tokens-per-second': { type: 'string' },
      reset: { type: 'boolean' },
    },
  });
  const engine = engineNames.find((name) => name === values.engine);
  if (engine === undefined) throw new Error(`--engine must be one of ${engineNames.join(', ')}; ${usage}`);
  if (values.reset) return { kind: 'limits', engine, override: null };
  const override: Partial<EngineRate> = {};
  const inFlight = positive('--in-flight', values['in-flight']);
  if (inFlight !== undefined) {
    if (!Number.isInteger(inFlight) || inFlight > maxInFlight) {
      throw new Error(`--in-flight must be a whole number up to ${maxInFlight}.`);
    }
    override.in_flight = inFlight;
  }
  const requests = positive('--requests-per-second', values['requests-per-second']);
  if (requests !== undefined) override.requests_per_s = requests;
  const tokens = positive('--tokens-per-second', values['tokens-per-second']);
  if (tokens !== undefined) override.tokens_per_s = tokens;
  if (Object.keys(override).length === 0) throw new Error(usage);
  return { kind: 'limits', engine, override };
}

function positive(flag: string, raw: string | undefined): number | undefined {
  if (raw === undefined) return undefined;
  const value = Number(raw);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`${flag} must be a number above 0.`);
  return value;
}
