import type { ReportNotice, ThresholdRecommendation } from '@app/contracts/calibration';

const notice: ReportNotice = {
  code: 'drifted',
  message:
    'The labels of the last 30 days are not what a fit from before them reads, beyond noise, so no threshold is promised: the figures are of labels of before and of now together. The report says what moved.',
};

/** A threshold of all labels promises nothing of the answers of now while what happens has moved. */
export function whileDrifting<Found extends Pick<ThresholdRecommendation, 'holds' | 'notices' | 'speaks_for'>>(
  found: Found,
  isDrifting: boolean,
): Found {
  if (!isDrifting) return found;
  const holds = found.holds === null ? null : false;
  return { ...found, holds, speaks_for: 'labelled', notices: [...(found.notices ?? []), notice] };
}
