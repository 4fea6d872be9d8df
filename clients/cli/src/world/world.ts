import type { Readable } from 'node:stream';

/** Where text goes. `write` ends when the text was taken, so that a slow reader slows the command down. */
export interface Sink {
  write(text: string): Promise<void>;
  readonly isTerminal: boolean;
  /** Characters a line. */
  readonly columns: number;
}

/** What a terminal's input can do beside being read. */
export type Input = Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** All that a command uses of the machine beside files and the network; specs give another one. */
export interface World {
  readonly stdin: Input;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  readonly home: string;
  nowMs(): number;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}
