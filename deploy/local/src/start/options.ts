import { messageOf, SetupFailure } from '@app/servers';
import { parseArgs } from 'node:util';

export interface StartOptions {
  /** Gateway i listens on port + i. */
  port: number;
  /** Processes of each service, 1 to 8. */
  replicas: number;
  oneProcess: boolean;
  fresh: boolean;
  example: boolean;
  readyFile?: string;
  /** The dashboard is not built yet; `command.mjs` says so, and no person. */
  buildDashboard: boolean;
}

const usage = 'use: npm start -- [--port N] [--replicas N] [--one-process] [--fresh] [--no-example] [--ready-file F]';

/** @throws SetupFailure with the usage */
export function parseStartOptions(args: string[]): StartOptions {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        port: { type: 'string', default: '8080' },
        replicas: { type: 'string', default: '1' },
        'one-process': { type: 'boolean', default: false },
        fresh: { type: 'boolean', default: false },
        'no-example': { type: 'boolean', default: false },
        'ready-file': { type: 'string' },
        'build-dashboard': { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new SetupFailure(`${messageOf(error)}; ${usage}`);
  }
  const replicas = whole('--replicas', values.replicas, 1, 8);
  return {
    port: whole('--port', values.port, 1, 65_536 - replicas),
    replicas,
    oneProcess: values['one-process'],
    fresh: values.fresh,
    example: !values['no-example'],
    readyFile: values['ready-file'],
    buildDashboard: values['build-dashboard'],
  };
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new SetupFailure(`${name} must be a whole number from ${least} to ${most}, not "${text}"; ${usage}`);
}
