import { createHash } from 'node:crypto';
import { parseDefinition, parseOutcomes, parseThresholds, ActiveEngine } from '@app/definition';
import type { Definition } from '@app/definition';
import { parseAppliesTo } from '@app/filter';
import { fillStarter } from '../filling/fill';
import { placeholdersOf } from '../filling/template';
import type { Starter } from '../starter/starter';
import { starterList, starterListVersion, starters } from './library';

const each = starters.map((starter): [string, Starter] => [starter.id, starter]);
const engines: ActiveEngine[] = [{ name: 'jev', version: 'current', limits: { options: 254, levels: 10 } }];

/** The definition of a starter filled with its examples, as a create parses it. */
function definitionOf(starter: Starter, given = starter.placeholders) {
  const placeholders = Object.fromEntries(given.map(({ name, example }) => [name, example]));
  const { thresholds, ...filled } = fillStarter({ id: starter.id, placeholders }, '/from_starter');
  const definition: Definition = parseDefinition({ ...filled, name: 'made' }, { engines, parseAppliesTo });
  return { definition, thresholds };
}

it('has at least fifteen starters, of every type and topic, with unique ids [STR-05]', () => {
  const ids = starters.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(15);
  expect(new Set(starters.map(({ definition }) => definition.type))).toEqual(new Set(['bool', 'choice', 'score']));
  expect(new Set(ids.map((id) => id.split('.')[0]))).toEqual(
    new Set(['support', 'sales', 'risk', 'content', 'operations']),
  );
  for (const id of ids) expect(id).toMatch(/^[a-z]+\.[a-z_]+$/);
});

it('has a new version after every change [VER-04]', () => {
  const digest = createHash('sha256').update(JSON.stringify(starterList().starters)).digest('hex').slice(0, 16);
  expect({ version: starterListVersion, digest }).toEqual({ version: 1, digest: '7fc4bd68990e76d0' });
});

describe.each(each)('%s', (_, starter) => {
  it('uses exactly the placeholders that it declares [STR-02]', () => {
    const declared = starter.placeholders.map(({ name }) => name);
    expect(placeholdersOf({ ...starter.definition }).sort()).toEqual([...declared].sort());
    for (const { description, example } of starter.placeholders) {
      expect(description).not.toBe('');
      expect(example).not.toBe('');
    }
  });

  it('gives a definition that a create accepts with the suggested outcome setting, and thresholds [STR-04] [STR-05]', () => {
    const { definition, thresholds } = definitionOf(starter);
    const refuseRules = () => expect('no starter').toBe('a rule over documents');
    expect(parseOutcomes(starter.outcomes, definition, refuseRules, '/outcomes')).toEqual(starter.outcomes);
    expect(JSON.stringify(definition)).not.toMatch(/\{[a-z_]+\}/);
    expect(Object.keys(parseThresholds(thresholds, definition, '/thresholds'))).not.toEqual([]);
  });

  it('gives a definition without the optional placeholders, too, and without their members [STR-05]', () => {
    const required = starter.placeholders.filter(({ optional }) => !optional);
    const { definition } = definitionOf(starter, required);
    expect([...definition.context.fields].sort()).toEqual(
      required
        .filter((one) => one.kind === 'path')
        .map((one) => one.example)
        .sort(),
    );
    expect(definition.context.last_n).toBeUndefined();
  });
});
