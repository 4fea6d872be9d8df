import { ReadCalibration } from './messages';
import { Text } from '../field';
import { request } from '../message';

export class CalibrationPage {
  @Text({ meaning: 'An HTML page that loads nothing.' }) html: string;
  @Text({ meaning: 'Content-Security-Policy of the page.' }) policy: string;
}
export const readCalibrationPage = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.report.page.v1',
  why: 'Reads the calibration report as an HTML page.',
  query: ReadCalibration,
  reply: CalibrationPage,
});
