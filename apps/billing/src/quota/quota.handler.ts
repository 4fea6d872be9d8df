import { CONFIG, DATABASE } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { Call } from '@app/bus';
import { QuotaReported } from '@app/contracts/billing';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import Big from 'big.js';
import type { billingSettings } from '../app.config';
import { readSnapshot } from '../reservation/reservation.store';

/** Reports the limits of a plan, and how much of its judgments a month has used. */
@Injectable()
export class QuotaHandler {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof billingSettings>,
  ) {}

  /** The judgments are counted as a reservation counts them: charged ones, and those that running asks hold. */
  async report({ who: { organization, plan } }: Call): Promise<QuotaReported> {
    const { month, used, held } = await readSnapshot(this.database, { organization, namespace: '' }, []);
    return { plan, month, judgments_used: new Big(used).plus(held).toNumber(), ...this.config.prices.quotas[plan] };
  }
}
