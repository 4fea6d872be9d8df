import { Call, RawReply } from '@app/bus';
import {
  AlternativesTable,
  NameAlternative,
  ReadAlternatives,
  RemoveAlternative,
  RunAlternatives,
} from '@app/contracts/calibration';
import { Injectable } from '@nestjs/common';
import { NamingService } from './table-state/naming.service';
import { TableService } from './table-state/table.service';
import { ConfirmService } from './run/confirm.service';

/** Requests about the table of alternatives of a judgment. */
@Injectable()
export class AlternativeHandler {
  constructor(
    private readonly tables: TableService,
    private readonly naming: NamingService,
    private readonly confirming: ConfirmService,
  ) {}

  list(query: ReadAlternatives, call: Call): Promise<AlternativesTable> {
    return this.tables.read(query, call);
  }

  async name(query: NameAlternative, call: Call): Promise<RawReply> {
    return RawReply.of(await this.naming.name(query, call));
  }

  async remove(query: RemoveAlternative, call: Call): Promise<RawReply> {
    return RawReply.of(await this.naming.remove(query, call));
  }

  async run(query: RunAlternatives, call: Call): Promise<RawReply> {
    return RawReply.of(await this.confirming.run(query, call));
  }
}
