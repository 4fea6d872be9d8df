import { parseArgs } from 'node:util';
import { SizeOption } from './case/case';

export interface Options {
  /** Counted rounds of each case. */
  rounds: number;
  /** Connections that send at once. */
  clients: number;
  /** Part of the names of the cases to run; empty: all but those on demand. */
  only: string;
  isShort: boolean;
  /** A second checkout whose build is measured beside this one. */
  against: string | null;
  /** Sizes that were given by hand. */
  sizes: Partial<Record<SizeOption, number>>;
}

/** Batches of 100 move about among them. */
const leastDocuments = 200;

const usage =
  'use: npm run bench -- [--rounds N] [--seconds N] [--documents N] [--clients N] [--outcomes N] [--only TEXT] [--short] [--against FOLDER]';

/** @throws Error with one sentence when an option cannot be read */
export function parseOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const options = {
    rounds: text,
    seconds: text,
    documents: text,
    clients: text,
    outcomes: text,
    only: text,
    against: text,
    short: { type: 'boolean' },
  } as const;
  const { values } = parse(() => parseArgs({ args, options }));
  const isShort = values.short === true;
  const sizes: Options['sizes'] = {};
  if (values.seconds !== undefined) sizes.seconds = above0('--seconds', values.seconds);
  if (values.documents !== undefined) sizes.documents = whole('--documents', values.documents, leastDocuments);
  if (values.outcomes !== undefined) sizes.outcomes = whole('--outcomes', values.outcomes, 1);
  return {
    rounds: whole('--rounds', values.rounds ?? (isShort ? '1' : '5'), 1),
    clients: whole('--clients', values.clients ?? (isShort ? '8' : '32'), 1),
    only: values.only ?? '',
    isShort,
    against: values.against ?? null,
    sizes,
  };
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}; ${usage}`, { cause: error });
  }
}

function whole(option: string, text: string, least: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`${option} must be a whole number from ${least}, not "${text}"; ${usage}`);
}

function above0(option: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`${option} must be a number above 0, not "${text}"; ${usage}`);
}
