import { AgreementView } from '@app/contracts/calibration';
import { AgreementScale, SaidUnit, agreementInterval, krippendorffAlpha } from '@app/statistics';
import type { Form } from './label-row';
import type { SaidRow } from './said.store';

/** Below so many answers with two authors agreement is noise. */
export const minShared = 20;

/**
 * How far the authors of labels agree. The order of the rows does not matter: the interval draws documents in the order of their
 * names, so that the same labels give the same figures in every installation.
 * @returns null below 20 answers that two authors have labelled
 */
export function agreementOf(rows: readonly SaidRow[], type: Form['type']): AgreementView | null {
  const answers = [...byAnswer(rows).values()].filter((said) => said.length > 1);
  if (answers.length < minShared) return null;
  const scale: AgreementScale = type === 'score' ? 'interval' : 'nominal';
  const units = unitsOf(answers, type);
  return {
    alpha: krippendorffAlpha(units, scale),
    interval: agreementInterval(units, scale),
    answers: answers.length,
    authors: new Set(answers.flatMap((said) => said.map(({ author }) => author))).size,
  };
}

function byAnswer(rows: readonly SaidRow[]): Map<string, SaidRow[]> {
  const found = new Map<string, SaidRow[]>();
  for (const row of rows) {
    const said = found.get(row.answer_id) ?? [];
    said.push(row);
    found.set(row.answer_id, said);
  }
  return found;
}

function unitsOf(answers: readonly SaidRow[][], type: Form['type']): SaidUnit[] {
  const names = answers.map(([{ namespace, document }]) => `${document} ${namespace}`);
  const documents = new Map([...new Set(names)].sort().map((name, place) => [name, place]));
  const classes = new Map<string, number>();
  const numberOf = ({ value, escape }: SaidRow): number => {
    if (type === 'score') return Number(value);
    const said = JSON.stringify([escape, value]);
    const known = classes.get(said) ?? classes.size;
    classes.set(said, known);
    return known;
  };
  return answers
    .map((said, at): SaidUnit => ({ document: documents.get(names[at]) ?? -1, values: said.map(numberOf) }))
    .sort((a, b) => a.document - b.document);
}
