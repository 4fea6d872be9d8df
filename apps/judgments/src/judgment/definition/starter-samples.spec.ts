import { compileContext } from '@app/context';
import { parseDefinition, ActiveEngine } from '@app/definition';
import type { Definition } from '@app/definition';
import { openEngine, parseEngineEntry, systemClock } from '@app/engines';
import type { Question, RawAnswer } from '@app/engines';
import { parseAppliesTo } from '@app/filter';
import { fillStarter, starters } from '@app/starters';
import type { Sample, Starter } from '@app/starters';
import { questionTexts } from '../../question/question';

const engines: ActiveEngine[] = [{ name: 'jev', version: 'current', limits: { options: 254, levels: 10 } }];
const engine = openEngine(parseEngineEntry('jev', { dialect: 'built_in' }), { clock: systemClock });
const at = '2026-03-01T08:00:00.000Z';

function definitionOf({ id, placeholders }: Starter): Definition {
  const given = Object.fromEntries(placeholders.map(({ name, example }) => [name, example]));
  const { thresholds: _, ...filled } = fillStarter({ id, placeholders: given }, '/from_starter');
  return parseDefinition({ ...filled, name: 'made' }, { engines, parseAppliesTo });
}

function toQuestion({ criteria, ...definition }: Definition): Question {
  if (typeof criteria !== 'object') return { ...definition, criteria } as Question;
  return { ...definition, criteria: { yes: criteria.true, no: criteria.false } } as Question;
}

/** The answer as the sample writes it. */
function answerOf(answer: RawAnswer): Sample['expected'] | null {
  if (answer.type === 'bool') return answer.p >= 0.5;
  if (answer.type === 'choice') return answer.value;
  if (answer.type === 'score') return answer.normalized >= 0.5 ? 'high' : 'low';
  return null;
}

it.each(starters.map((starter): [string, Starter] => [starter.id, starter]))(
  '%s is compiled whole and judged rightly on its sample by the built-in engine [STR-04]',
  async (_, starter) => {
    const definition = definitionOf(starter);
    const { attributes, state, expected } = starter.sample;
    const context = compileContext({
      recipe: definition.context,
      document: { id: 'sample', attributes, state, images: {}, created_at: at, updated_at: at },
      questions: questionTexts(definition),
      format: 1,
      nowMs: Date.parse(at),
    });
    expect(context).toMatchObject({ truncated: false, sizeClass: 'standard' });
    const asked = { context: context.text, questions: [toQuestion(definition)], seed: 'sample', images: [] };
    const { answers } = await engine.ask(asked, { deadlineMs: 1_000 });
    expect(answerOf(answers[0])).toBe(expected);
  },
);
