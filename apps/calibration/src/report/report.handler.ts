import { Call } from '@app/bus';
import { CalibrationReport, ReadCalibration } from '@app/contracts/calibration';
import { Injectable } from '@nestjs/common';
import { ReportService } from './report.service';

@Injectable()
export class ReportHandler {
  constructor(private readonly reports: ReportService) {}

  read(query: ReadCalibration, call: Call): Promise<CalibrationReport> {
    return this.reports.read(query, call);
  }
}
