import { CLOCK, DATABASE } from '@app/boot';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { writeKeyUses } from './key.store';

/** Keys of one statement. */
const maxPerStatement = 1000;

/** Writes down when keys were last used: at most once a minute each, so that a request costs a map entry and no statement. */
@Injectable()
export class KeyUses {
  /** Milliseconds since 1970, by id of the key. */
  private uses = new Map<string, number>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  note(key: string): void {
    this.uses.set(key, this.clock.now());
  }

  /** Writes down the uses since the last time. */
  async write(): Promise<void> {
    const noted = [...this.uses];
    this.uses = new Map();
    for (let at = 0; at < noted.length; at += maxPerStatement)
      await writeKeyUses(this.database, noted.slice(at, at + maxPerStatement));
  }
}
