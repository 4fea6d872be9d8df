import { AlternativesQuote } from '@app/contracts/calibration';
import { JudgedRow } from './judged-row';
import { nextRunMs } from './next-run';
import { TableState } from './state';
import { countAre, countOf, dateOf, dollars } from './wording';

/** What would have to happen for unscored rows to be scored. */
export function unscoredSentence(state: TableState, unscored: readonly JudgedRow[]): string {
  if (unscored.length === 0) {
    return 'There is nothing to score: no other engine is in use and no alternative is named. Narrowings are tried in the first night of a month with 50 labels.';
  }
  const { quote, setting, isBudgetPaused } = state;
  const notScored = `${countAre(unscored.length, 'alternative')} not scored`;
  if (isBudgetPaused) return `${notScored}, and judging is paused by its budget; raise the budget.`;
  if (quote === null) return `${notScored}.`;
  if (quote.reason !== null) return `${notScored}. ${quote.reason}`;
  const notes = `${providerSentence(quote)}${upstreamSentence(quote)}`;
  if (setting.automatic && !quote.alternatives.every(({ new_provider }) => new_provider)) {
    const next = nextRunMs(state);
    const from = next !== null && next > state.nowMs ? `from ${dateOf(next)} on` : 'after the next fit';
    return `${notScored}; the automatic run scores what goes to known providers ${from}.${notes}`;
  }
  const answers = quote.alternatives.reduce((sum, { labels }) => sum + labels, 0);
  return `${notScored}; confirm quote ${quote.generation}: ${dollars(quote.cost_usd)} for ${countOf(answers, 'answer')}.${notes}`;
}

function providerSentence({ new_providers }: AlternativesQuote): string {
  return new_providers.length === 0
    ? ''
    : ` Confirming sends labelled contexts to ${new_providers.join(', ')} for the first time.`;
}

function upstreamSentence({ upstream }: AlternativesQuote): string {
  if (upstream.length === 0) return '';
  const names = [...new Set(upstream.map(({ judgment }) => judgment))].join(', ');
  return ` Documents without an answer of ${names} are not backfilled by the run.`;
}
