import { Call } from '@app/bus';
import {
  QuoteSpend,
  ReleaseSpend,
  ReserveSpend,
  SpendQuoted,
  SpendReleased,
  SpendReserved,
} from '@app/contracts/billing';
import { Injectable } from '@nestjs/common';
import { ReservationService } from './reservation.service';

@Injectable()
export class ReservationHandler {
  constructor(private readonly reservations: ReservationService) {}

  reserve({ organization, namespace, asks, block }: ReserveSpend, { caller }: Call): Promise<SpendReserved> {
    const plan = caller?.organization === organization ? caller.plan : undefined;
    return this.reservations.reserve({ organization, namespace, asks, block, plan });
  }

  async quote({ organization, units }: QuoteSpend): Promise<SpendQuoted> {
    return { cost_usd: await this.reservations.quote(organization, units) };
  }

  async release({ organization, namespace, asks }: ReleaseSpend): Promise<SpendReleased> {
    const ids = asks.map(({ ask_id }) => ask_id);
    return { released: await this.reservations.release({ organization, namespace }, ids) };
  }
}
