import { ReportNotice } from '@app/contracts/calibration';
import { Figure, rankingEvidence } from '@app/statistics';

/** What follows from a ranking, each the end of a sentence; null says nothing of it. */
export interface Consequences {
  backwards: string | null;
  nothing: string | null;
}

/** The notice that numbers rank what came true backwards, or not at all, as far as their AUROC shows it. */
export function rankingNotice(auroc: Figure | null, follows: Consequences): ReportNotice | null {
  const evidence = rankingEvidence(auroc);
  if (auroc === null || evidence === null || evidence === 'forwards') return null;
  const rest = follows[evidence];
  if (rest === null) return null;
  const first = {
    backwards: 'Answers with a higher number came true less often',
    nothing: 'Answers with a higher number do not come true more often beyond noise',
  };
  return { code: `ranks_${evidence}`, message: `${first[evidence]} (${textOf(auroc)})${rest}` };
}

function textOf({ value, interval }: Figure): string {
  const ends = interval ? `, ${interval[0].toFixed(2)} to ${interval[1].toFixed(2)}` : '';
  return `AUROC ${value.toFixed(2)}${ends}`;
}
