import { Call } from '@app/bus';
import { CalibrationPage, ReadAlternatives } from '@app/contracts/calibration';
import { Injectable } from '@nestjs/common';
import { TableService } from '../alternative/table-state/table.service';
import { policy } from './style';

/** The table of alternatives as a page. */
@Injectable()
export class AlternativesPageHandler {
  constructor(private readonly tables: TableService) {}

  async read(query: ReadAlternatives, call: Call): Promise<CalibrationPage> {
    const table = await this.tables.read(query, call);
    // The libraries that draw charts load with the first page, so that the service starts without them.
    const { alternativesPageOf } = await import('./alternatives-page');
    const { namespace, judgment } = query;
    return { html: alternativesPageOf({ namespace, judgment, table }), policy };
  }
}
