import { CalibrationReport, OutcomesPosted } from '@app/contracts/calibration';
import { eventually } from '@app/testing/stack';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Scenario, boolJudgment } from './scenario';

/** Forecasts that somebody else made, of one source and question, with what happened; null is not known. */
export interface Forecasts {
  name: string;
  rows: { p: number; outcome: boolean | null }[];
  /** What the folder's README says of them, to four digits. */
  known: { n: number; baseRate: string; meanP: string; brier: string; ece: string };
}

const line = /^\| (.+, \S+) \| (\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm;

function rowsOf<Row>(folder: string, file: string): Row[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return text
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => JSON.parse(one) as Row);
}

/** The yes/no forecasts of a folder (`predictions.jsonl`, `outcomes.jsonl`) that its README gives check values of. */
export function readForecasts(folder: string): Forecasts[] {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  type Outcome = { doc: string; question: string; outcome: unknown };
  const happened = new Map(
    rowsOf<Outcome>(folder, 'outcomes.jsonl').map(({ doc, question, outcome }) => [`${doc} ${question}`, outcome]),
  );
  type Prediction = { doc: string; question: string; source: string; p?: number };
  const predictions = rowsOf<Prediction>(folder, 'predictions.jsonl');
  return [...readme.matchAll(line)].map(([, name, n, baseRate, meanP, brier, ece]) => ({
    name,
    rows: predictions
      .filter(({ source, question }) => `${source}, ${question}` === name)
      .map(({ doc, question, p = NaN }) => {
        const outcome = happened.get(`${doc} ${question}`);
        return { p, outcome: typeof outcome === 'boolean' ? outcome : null };
      }),
    known: { n: Number(n), baseRate, meanP, brier, ece },
  }));
}

/** What the report says of forecasts that the engine gives as they are stored, with outcomes posted where they are known. */
export async function reportOn(scenario: Scenario, { name, rows }: Forecasts): Promise<CalibrationReport> {
  const question = `Will it happen, says ${name}?`;
  // Labels are all the answers there are: a forecast without a known outcome would give them weights, and other digits.
  const known = rows.filter(({ outcome }) => outcome !== null);
  const scripts = known.map(({ p }, at) => ({ match: { question, state: `forecast ${at};` }, answer: { p } }));
  await scenario.stack.engine.set({ scripts });
  await scenario.judgment(boolJudgment('forecast', { question }));
  for (let from = 0; from < known.length; from += 500) {
    const part = known.slice(from, from + 500);
    const upsert = part.map((_, at) => ({ id: `f${from + at}`, state: { text: `forecast ${from + at};` } }));
    await scenario.write({ upsert });
  }
  const fresh = { filter: { 'answers.forecast.status': 'fresh' }, limit: 1, count: true };
  await eventually(async () => expect((await scenario.query(fresh)).count).toBe(known.length), 600_000);
  const outcomes = known.map(({ outcome }, at) => ({ document: `f${at}`, value: outcome, as_of: 'latest' }));
  for (let from = 0; from < outcomes.length; from += 1_000) {
    const part = { outcomes: outcomes.slice(from, from + 1_000) };
    const posted = await scenario.ok<OutcomesPosted>('POST', '/judgments/forecast/outcomes', part);
    expect(posted.matched).toBe(part.outcomes.length);
  }
  return scenario.ok<CalibrationReport>('GET', '/judgments/forecast/calibration');
}
