import { LOGGER } from '@app/boot';
import { Call } from '@app/bus';
import type { Warning } from '@app/contracts';
import { maxStoredFilterBytes, parseFilter } from '@app/filter';
import type { Logger } from '@app/observability';
import { kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { ScanPool } from '../document/pool/scan.pool';
import type { ScopeRef } from './subscription.store';
import { sampleTimes } from './time-sample.store';
import { plainPart, storedTimes, unreadTimes } from './unread-times';

/** How long a PUT waits for a sample, with the time that a scan keeps for its reply, in milliseconds. */
const sampleMs = 2_500;

/** Looks whether the times that a subscription's filter tests can be read. */
@Injectable()
export class UnreadTimesService {
  constructor(
    private readonly scans: ScanPool,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Warnings about a filter that tests stored times by `within`; none while the sample cannot be read in time.
   * @throws Problem `invalid_request` for a filter that the grammar refuses
   */
  async readWarnings(ref: ScopeRef, json: object, call: Call): Promise<Warning[]> {
    const allow = { answers: true, within: true };
    const filter = parseFilter(json, { pointer: '/filter', allow, maxBytes: maxStoredFilterBytes });
    const times = storedTimes(json);
    if (times.length === 0) return [];
    const scans = this.scans.of(ref.organization, { leftMs: Math.min(sampleMs, call.leftMs) });
    try {
      return unreadTimes(times, await sampleTimes(scans, ref, plainPart(filter), times));
    } catch (error) {
      if (kindOf(error) !== 'unavailable' && kindOf(error) !== 'limited') throw error;
      this.logger.warn({ err: error, scope: ref.scope }, 'a subscription is put without a look at its times');
      return [];
    }
  }
}
