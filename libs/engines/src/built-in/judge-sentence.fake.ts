import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileContext } from '@app/context';
import type { Recipe } from '@app/context';
import { fillStarter, starters } from '@app/starters';
import { systemClock } from '../clock';
import { parseEngineEntry } from '../entry/parse-entry';
import { openEngine } from '../open-engine';
import type { Question } from '../question/question';

/** What a sentence is judged to be: of a bool yes or no, of a choice its value, of a score its half of the scale. */
export type Verdict = boolean | 'high' | 'low' | string | null;
/** Sentences, each with the right verdict, by the id of a starter or the text of a yes/no question. */
type Fixture = Record<string, [Verdict, string][]>;
export interface Sentence {
  question: string;
  expected: Verdict;
  text: string;
}

interface Filled {
  type: Question['type'];
  question: string;
  criteria?: string | { true?: string; false?: string };
  escape?: { description: string };
  context: Recipe;
}

const engine = openEngine(parseEngineEntry('jev', { dialect: 'built_in' }), { clock: systemClock });
const time = '2026-01-01T00:00:00.000Z';

export function readSentences(name: string): Sentence[] {
  const fixture: Fixture = JSON.parse(readFileSync(join(__dirname, `fixtures/${name}.json`), 'utf8'));
  return Object.entries(fixture).flatMap(([question, rows]) =>
    rows.map(([expected, text]) => ({ question, expected, text })),
  );
}

/** Number of sentences that the engine judges rightly. */
export async function countRight(sentences: readonly Sentence[]): Promise<number> {
  const verdicts = await Promise.all(sentences.map(({ question, text }) => judgeSentence(question, text)));
  return sentences.filter(({ expected }, index) => verdicts[index] === expected).length;
}

/** Asks a starter or a yes/no question about a document that consists of one text, compiled as the service compiles it. */
export async function judgeSentence(question: string, text: string): Promise<Verdict> {
  const { asked, field, recipe } = formOf(question);
  const state = { [field.replace('state.', '')]: text };
  const document = { id: 'd', attributes: {}, state, images: {}, created_at: time, updated_at: time };
  const context = compileContext({ recipe, document, questions: [asked.question], format: 1, nowMs: 0 });
  const input = { context: context.text, questions: [asked], seed: 's', images: [] };
  const [answer] = (await engine.ask(input, { deadlineMs: 1000 })).answers;
  if (answer.type === 'bool') return answer.p >= 0.5;
  if (answer.type === 'choice') return answer.value;
  if (answer.type === 'score') return answer.normalized >= 0.5 ? 'high' : 'low';
  throw new Error(answer.detail);
}

function formOf(question: string): { asked: Question; field: string; recipe: Recipe } {
  const starter = starters.find(({ id }) => id === question);
  if (starter === undefined) {
    const field = 'state.text';
    return { asked: { type: 'bool', question }, field, recipe: { fields: [field] } };
  }
  // Each starter reads one text; its other fields stay empty, as in a visitor's first document.
  const given = starter.placeholders.filter(({ kind, optional }) => kind !== 'path' || !optional);
  const placeholders = Object.fromEntries(given.map(({ name, example }) => [name, example]));
  const { criteria, escape, ...filled } = fillStarter({ id: question, placeholders }, '') as unknown as Filled;
  const sides = typeof criteria === 'object' ? { yes: criteria.true, no: criteria.false } : criteria;
  const asked = { ...filled, criteria: sides, escapeDescription: escape?.description } as Question;
  const field = given.find(({ kind }) => kind === 'path');
  if (field === undefined) throw new Error(question);
  return { asked, field: String(field.example), recipe: filled.context };
}
