import { CONFIG, DATABASE, LOGGER } from '@app/boot';
import { NamespacesMetered, namespacesMetered } from '@app/contracts';
import { Loop, timestamp } from '@app/observability';
import type { Logger } from '@app/observability';
import { Database, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { measurePage } from './meter.store';

const namespacesTogether = 200;

/**
 * Publishes what namespaces hold to billing whenever it changed. Every process measures; the one that stores a new figure
 * publishes it.
 */
@Injectable()
export class MeterWorker {
  private readonly loop: Loop;
  private after = '0';

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) config: { meterEveryMs: number },
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new Loop({ name: 'meter', idleMs: config.meterEveryMs, logger, turn: () => this.turn() });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Measures one page and publishes its changes in the same transaction. @returns whether there is another page */
  async turn(): Promise<boolean> {
    const next = await this.database.transaction('documents.meter', async (tx) => {
      const page = await measurePage(tx, this.after, namespacesTogether);
      if (!page) return null;
      const facts = [...page.moved].map(([organization, namespaces]) => {
        const fact: NamespacesMetered = { organization, namespaces, measured_at: timestamp(page.at.getTime()) };
        return factRow(namespacesMetered, fact);
      });
      if (facts.length > 0) await addToOutbox(tx, facts);
      return page.next;
    });
    this.after = next ?? '0';
    return next !== null;
  }
}
