import { setClock } from '../clock/clock';
import { workersKeeper } from './keeper-client';
import type { StackAddresses } from './stack-addresses';
import { StackClient } from './stack-client';
import type { StackOptions } from './stack-options';

/** In milliseconds: for the `beforeAll` that opens a stack, which takes 10 s on two quiet cores. */
export const openLimitMs = 300_000;

/** A stack that does what one test file needs. */
export class Stack extends StackClient {
  constructor(
    at: StackAddresses,
    private readonly options: StackOptions,
  ) {
    super(at, options.build);
  }

  /**
   * Moves the clock of the database and of every service, in milliseconds ahead of where it stood when the file took the
   * stack: time cannot go back for the files after one that has moved it.
   */
  async setClock(ms: number): Promise<void> {
    if (!this.options.movesClock) throw new Error('Open the stack with `movesClock`.');
    await setClock(this.at.adminUrl, this.at.aheadMs + ms);
    this.movedMs = ms;
  }

  /** Lets go of the stack, which stands for the worker's next file that it does for. */
  close(): Promise<void> {
    return this.leave();
  }
}

/** The worker's stack when it does what this file needs, else a new one in its place. */
export async function openStack(options: StackOptions): Promise<Stack> {
  return new Stack(await workersKeeper().ask('open', options), options);
}

/**
 * A stack of the usual form, which may be one process. Its files run one after the other in namespaces of their own; they
 * leave every process running and the clock alone.
 */
export function sharedStack(): Promise<StackClient> {
  return openStack({ name: 'shared' });
}
