import type { AlternativesCascade, AlternativesTable } from '@app/contracts/calibration';
import { Markup, html } from './markup';
import { number, percent } from './table';

/** What asking a cheaper alternative first would be worth: a sentence each, or why there is none. */
export function cascadesSection({
  alternatives,
  current,
  cascades = [],
  cascades_reason: reason = null,
}: AlternativesTable): Markup {
  if (!alternatives.some(({ change, in_k: inK }) => inK && change !== null)) return html``;
  const rows = new Map(alternatives.map(({ id }, index) => [id, index + 1]));
  const sentences = cascades.map(
    (one) => html`<p>${sentenceOf(one, rows.get(one.first), current?.cost_per_answer)}</p>`,
  );
  return html`<h2>Asking a cheaper one first</h2>
    ${sentences} ${reason === null ? html`` : html`<p class="soft">${reason}</p>`}`;
}

function sentenceOf(cascade: AlternativesCascade, row: number | undefined, alone: number | undefined): string {
  const { low, high, asked, cost_per_answer: cost, harmed_at_most: most, thresholds } = cascade;
  const cuts = thresholds.map(
    ({ name, differs, differs_at_most: atMost }) =>
      `; at ${name} ${percent(differs)} of the documents would get another boolean (at most ${percent(atMost)})`,
  );
  return (
    `Asking row ${row ?? cascade.first} first, and the version where it reads between ${number(low, 2)} and ${number(high, 2)}, ` +
    `would ask the version about ${percent(asked)} of the answers and cost ${number(cost, 2)} judgments per answer ` +
    `(the version alone: ${number(alone, 2)}). It would get at most ${percent(most)} of the documents wrong that the version gets right${cuts.join('')}. ` +
    'No document is judged this way.'
  );
}
