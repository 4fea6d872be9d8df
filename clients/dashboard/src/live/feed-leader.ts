import { GapError } from '@app/sdk/client';
import type { QueryKey } from '@tanstack/react-query';
import { isSignedOut } from '../api/failure';
import { concernedBy, type FeedEvent } from './concerned';

/** What tabs of one browser say to each other. */
export type LiveMessage =
  | { kind: 'concerned'; keys: QueryKey[] }
  /** Where a next leader goes on. */
  | { kind: 'cursor'; cursor: string }
  /** Events are gone: everything is to be read anew. */
  | { kind: 'missed' }
  /** A call found the session over. */
  | { kind: 'expired' }
  /** Whose tabs these are from now on; null after the way out. */
  | { kind: 'session'; session: string | null };

export interface FeedParts {
  /** Runs `work` once no other tab of this browser leads; leads until it ends. */
  lead(work: () => Promise<void>, signal: AbortSignal): Promise<void>;
  follow(options: { from: string; signal: AbortSignal; onCursor: (cursor: string) => void }): AsyncIterable<FeedEvent>;
  /** Sends to every tab, this one too. */
  send(message: LiveMessage): void;
  /** Resolves after `ms`, and at once when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Between attempts to read the feed after one failed with all its repetitions. */
const restMs = 5_000;

/** Follows the feed of events for all tabs of a browser while this one leads. */
export class FeedLeader {
  private cursor = 'latest';

  constructor(private readonly parts: FeedParts) {}

  /** Remembers how far another tab's leader came, so that nothing is missed when it closes. */
  note(cursor: string): void {
    this.cursor = cursor;
  }

  /** Leads whenever no other tab does, until the signal is aborted or the session is over. */
  async run(signal: AbortSignal): Promise<void> {
    await this.parts.lead(() => this.followOn(signal), signal);
  }

  private async followOn(signal: AbortSignal): Promise<void> {
    const { follow, send, sleep } = this.parts;
    const onCursor = (cursor: string) => {
      this.note(cursor);
      send({ kind: 'cursor', cursor });
    };
    while (!signal.aborted) {
      try {
        for await (const event of follow({ from: this.cursor, signal, onCursor })) {
          send({ kind: 'concerned', keys: concernedBy(event) });
        }
      } catch (error) {
        if (signal.aborted) return;
        if (isSignedOut(error)) return send({ kind: 'expired' });
        // Any other error is shown by the reads of the pages, which meet the same one.
        if (!(error instanceof GapError)) {
          await sleep(restMs, signal);
          continue;
        }
        this.note('latest');
        send({ kind: 'missed' });
      }
    }
  }
}
