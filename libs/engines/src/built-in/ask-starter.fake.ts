import { compileContext } from '@app/context';
import type { Recipe } from '@app/context';
import { fillStarter, starters } from '@app/starters';
import { systemClock } from '../clock';
import { parseEngineEntry } from '../entry/parse-entry';
import { openEngine } from '../open-engine';
import type { BoolCriteria } from '../question/question';

interface Filled {
  question: string;
  criteria?: string | { true?: string; false?: string };
  context: Recipe;
}

const engine = openEngine(parseEngineEntry('jev', { dialect: 'built_in' }), { clock: systemClock });
const time = '2026-01-01T00:00:00.000Z';

/** Asks a bool starter about a document that consists of one text, compiled as the service compiles it. */
export async function askStarter(id: string, text: string): Promise<number> {
  const starter = starters.find((one) => one.id === id);
  const field = starter?.placeholders.find(({ optional }) => !optional);
  if (field === undefined) throw new Error(id);
  const filled = fillStarter({ id, placeholders: { [field.name]: field.example } }, '') as unknown as Filled;
  const state = { [String(field.example).replace('state.', '')]: text };
  const document = { id: 'd', attributes: {}, state, images: {}, created_at: time, updated_at: time };
  const { question, criteria } = filled;
  const context = compileContext({ recipe: filled.context, document, questions: [question], format: 1, nowMs: 0 });
  const sides: BoolCriteria | undefined =
    typeof criteria === 'object' ? { yes: criteria.true, no: criteria.false } : criteria;
  const asked = { type: 'bool' as const, question, criteria: sides };
  const input = { context: context.text, questions: [asked], seed: 's', images: [] };
  const [answer] = (await engine.ask(input, { deadlineMs: 1000 })).answers;
  if (answer.type !== 'bool') throw new Error(answer.type);
  return answer.p;
}
