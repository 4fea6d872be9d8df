import { LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { HeldStore } from '../delivery/held.store';

/** What is in force for an endpoint. */
export interface Known {
  /** Null while nothing may be sent to it. */
  version: string | null;
  /** On `performance.now()`, when it was asked for. */
  atMs: number;
}

/** Asks what is in force for endpoints: all that want to know at a time with one statement. */
@Injectable()
export class VersionReader {
  private waiting = new Map<string, ((known: Known) => void)[]>();
  private isAsking = false;

  constructor(
    private readonly store: HeldStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Asked after the call, never before. While the database does not answer, nothing is in force. */
  ask(endpointId: string): Promise<Known> {
    return new Promise((resolve) => {
      this.waiting.set(endpointId, [...(this.waiting.get(endpointId) ?? []), resolve]);
      if (!this.isAsking) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.size > 0) {
      const asked = this.waiting;
      this.waiting = new Map();
      const atMs = performance.now();
      const versions = await this.read([...asked.keys()]);
      for (const [endpointId, resolvers] of asked)
        for (const resolve of resolvers) resolve({ version: versions.get(endpointId) ?? null, atMs });
    }
    this.isAsking = false;
  }

  private async read(endpointIds: string[]): Promise<Map<string, string>> {
    try {
      return await this.store.inForce(endpointIds);
    } catch (error) {
      this.logger.warn({ err: error, endpoints: endpointIds.length }, 'endpoints could not be read; nothing is sent');
      return new Map();
    }
  }
}
