import { CLOCK, DATABASE, LOGGER } from '@app/boot';
import type { Clock, Logger } from '@app/observability';
import { Loop } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { writeKeyUses } from './key.store';

const everyMs = 60_000;
/** Keys of one statement. */
const maxPerStatement = 1000;

/** Writes down when keys were last used: at most once a minute each, so that a request costs a map entry and no statement. */
@Injectable()
export class KeyUses {
  /** Milliseconds since 1970, by id of the key. */
  private uses = new Map<string, number>();
  private readonly loop: Loop;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new Loop({ name: 'key uses', idleMs: everyMs, logger, turn: () => this.write() });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    await this.write();
  }

  note(key: string): void {
    this.uses.set(key, this.clock.now());
  }

  /** @returns false: the next uses can wait for a minute */
  async write(): Promise<boolean> {
    const noted = [...this.uses];
    this.uses = new Map();
    for (let at = 0; at < noted.length; at += maxPerStatement)
      await writeKeyUses(this.database, noted.slice(at, at + maxPerStatement));
    return false;
  }
}
