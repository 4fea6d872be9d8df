import { DATABASE, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Batcher } from '@app/queues';
import { Inject, Injectable } from '@nestjs/common';
import { readVersions } from '../delivery/held.store';

const maxEndpoints = 1000;

/** The version of an endpoint at one instant. */
export interface EndpointVersion {
  /** Null when the endpoint may not receive. */
  version: string | null;
  /** The moment, on `performance.now()`, when the read began. */
  atMs: number;
}

/** Reads versions of endpoints. Reads that are requested while a statement runs share the next one. */
@Injectable()
export class VersionReader {
  private readonly batcher: Batcher<string, EndpointVersion>;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.batcher = new Batcher({
      together: (endpointIds) => this.readTogether(endpointIds),
      maxItems: maxEndpoints,
      maxUnderWay: 1,
    });
  }

  /** The read begins after the call. While the database does not answer, the version is null and nothing is sent. */
  read(endpointId: string): Promise<EndpointVersion> {
    return this.batcher.add(endpointId);
  }

  private async readTogether(endpointIds: readonly string[]): Promise<EndpointVersion[]> {
    const atMs = performance.now();
    const versions = await this.readVersions([...new Set(endpointIds)]);
    return endpointIds.map((id) => ({ version: versions.get(id) ?? null, atMs }));
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
