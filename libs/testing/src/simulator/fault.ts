import type { FaultRule, SimConfig } from './config';
import type { SimRequest } from './request';

/** A fault as written: `name` or `name:argument` (docs/engines.md#faults). */
export interface Fault {
  name: string;
  argument: string;
}

export const noFault: Fault = { name: 'ok', argument: '' };

const known = new Set(
  (
    '429 529 503 500 408 502html 504html 401 403 413 422 hang hang_headers hang_body drip reset reset_mid ' +
    'badjson cut empty html200 wrongtype huge redirect missing extra swap reorder type nan inf null string over ' +
    'negative sum nokey plus legend1 scoreoff wrongchoice tie flat allzero usage_null usage_float usage_missing ' +
    'drift proto noname refuse ' +
    // Of chat models.
    '404 refusal filter filter400 nochoice nologprobs think mass length prose provider'
  ).split(' '),
);

/** @throws Error for a fault that the simulator does not know, so that no test passes by a slip of the pen */
export function parseFault(text: string): Fault {
  const [name, ...rest] = text.split(':');
  if (name !== 'ok' && !known.has(name)) throw new Error(`The simulator knows no fault \`${text}\`.`);
  return { name, argument: rest.join(':') };
}

/** The number in an argument such as `seconds=3` or `200`. */
export function numberIn(argument: string, otherwise: number): number {
  const match = /-?\d+(\.\d+)?/.exec(argument);
  return match === null ? otherwise : Number(match[0]);
}

/** Decides each request's fault: header, then queue, then the first rule that matches. */
export class FaultPlan {
  private readonly queued: Fault[] = [];

  constructor(
    private readonly config: () => SimConfig,
    private readonly random: () => number,
  ) {}

  queue(faults: readonly string[]): void {
    this.queued.push(...faults.map(parseFault));
  }

  clear(): void {
    this.queued.length = 0;
  }

  next(count: number, header: string | undefined, request: SimRequest | null): Fault {
    if (header !== undefined) return parseFault(header);
    const queued = this.queued.shift();
    if (queued !== undefined) return queued;
    const rule = this.config().faults.find((candidate) => this.matches(candidate, count, request));
    return rule === undefined ? noFault : parseFault(rule.fault);
  }

  private matches(rule: FaultRule, count: number, request: SimRequest | null): boolean {
    if (rule.nth !== undefined && rule.nth !== count) return false;
    if (rule.every !== undefined && count % rule.every !== 0) return false;
    if (rule.from !== undefined && count < rule.from) return false;
    if (rule.when?.model !== undefined && rule.when.model !== request?.model) return false;
    const { question } = rule.when ?? {};
    const asked = () =>
      request?.questions.some(([, { instructions }]) => String(instructions).includes(question ?? ''));
    if (question !== undefined && !asked()) return false;
    return rule.probability === undefined || this.random() < rule.probability;
  }
}
