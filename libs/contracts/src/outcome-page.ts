import { ReadCalibration } from './calibration';
import { Text } from './field';
import { request } from './message';

export class CalibrationPage {
  @Text({ meaning: 'A page that needs nothing but itself.' }) html: string;
  @Text({ meaning: 'Content-Security-Policy under which it shows whole.' }) policy: string;
}
export const readCalibrationPage = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.report.page.v1',
  why: 'The calibration report, drawn.',
  query: ReadCalibration,
  reply: CalibrationPage,
});
