import { setClock } from '../clock/clock';
import { workersKeeper } from '../keeper/keeper-client';
import { StackClient } from './stack-client';
import type { StackOptions } from './stack-options';

/** In milliseconds: for the `beforeAll` that opens a stack, which takes 10 s on two quiet cores. */
export const openLimitMs = 300_000;

/** A stack of one test file's own: it may also move the time, which the files after it would feel. */
export class Stack extends StackClient {
  /** Moves the clock of the database and of every service, in milliseconds ahead of real time. */
  setClock(ms: number): Promise<void> {
    return setClock(this.at.adminUrl, ms);
  }

  async close(): Promise<void> {
    await this.leave();
    await this.keeper.ask('close');
  }
}

/** Opens a stack for this file alone, in the place of the one that the worker had. The file closes it at its end. */
export async function openStack(options: StackOptions): Promise<Stack> {
  return new Stack(await workersKeeper().ask('open', options));
}

/**
 * The worker's stack of the usual configuration, opened by the first file that asks for it. Its files run one after
 * the other in namespaces of their own; they leave every process running and the clock alone.
 */
export async function sharedStack(): Promise<StackClient> {
  return new StackClient(await workersKeeper().ask('open', { name: 'shared' }));
}
