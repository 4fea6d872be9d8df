import { DATABASE, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { readVersions } from '../delivery/held.store';

/** The version of an endpoint at one instant. */
export interface EndpointVersion {
  /** Null when the endpoint may not receive. */
  version: string | null;
  /** On `performance.now()`: when the read began. */
  atMs: number;
}

/** Reads versions of endpoints. Reads that are requested while a statement runs share the next one. */
@Injectable()
export class VersionReader {
  private requested = new Map<string, ((read: EndpointVersion) => void)[]>();
  private isReading = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The read begins after the call. While the database does not answer, the version is null and nothing is sent. */
  read(endpointId: string): Promise<EndpointVersion> {
    return new Promise((resolve) => {
      this.requested.set(endpointId, [...(this.requested.get(endpointId) ?? []), resolve]);
      if (!this.isReading) void this.readAll();
    });
  }

  private async readAll(): Promise<void> {
    this.isReading = true;
    while (this.requested.size > 0) {
      const requested = this.requested;
      this.requested = new Map();
      const atMs = performance.now();
      const versions = await this.readVersions([...requested.keys()]);
      for (const [endpointId, resolvers] of requested)
        for (const resolve of resolvers) resolve({ version: versions.get(endpointId) ?? null, atMs });
    }
    this.isReading = false;
  }

  private async readVersions(endpointIds: string[]): Promise<Map<string, string>> {
    try {
      return await readVersions(this.database, endpointIds);
    } catch (error) {
      this.logger.warn({ err: error, endpoints: endpointIds.length }, 'endpoints could not be read; nothing is sent');
      return new Map();
    }
  }
}
