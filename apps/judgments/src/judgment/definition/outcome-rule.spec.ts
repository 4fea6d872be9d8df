import { parseDefinition, parseOutcomes, ActiveEngine } from '@app/definition';
import { parseAppliesTo } from '@app/filter';
import { fillStarter, starters } from '@app/starters';
import type { Starter } from '@app/starters';
import { parseWhen } from './outcome-rule';

const engines: ActiveEngine[] = [{ name: 'jev', version: 'current', limits: { options: 254, levels: 10 } }];

it.each(starters.map((starter): [string, Starter] => [starter.id, starter]))(
  '%s suggests an outcome setting that its judgment takes [OUT-08]',
  (id, { placeholders, outcomes }) => {
    const given = Object.fromEntries(placeholders.map(({ name, example }) => [name, example]));
    const { thresholds: _, ...filled } = fillStarter({ id, placeholders: given }, '/from_starter');
    const definition = parseDefinition({ ...filled, name: 'made' }, { engines, parseAppliesTo });
    expect(parseOutcomes(outcomes, definition, parseWhen, '/outcomes')).toEqual(outcomes);
  },
);

it('a rule reads attributes and state only, without the clock, and not every document [OUT-09]', () => {
  const refusal = (filter: object) => () => parseWhen(filter, '/outcomes/rule/0/when');
  const fault = (reason: string) => expect.objectContaining({ details: expect.objectContaining({ reason }) });
  expect(refusal({ 'attributes.closed': true, 'state.note.text': { contains: 'refund' } })).not.toThrow();
  expect(refusal({})).toThrow(fault('empty_filter'));
  expect(refusal({ 'answers.late.p': { gt: 0.5 } })).toThrow(fault('path_not_allowed'));
  expect(refusal({ id: 'order:1' })).toThrow(fault('path_not_allowed'));
  expect(refusal({ updated_at: { gt: '2026-03-04T09:30:00.000Z' } })).toThrow(fault('path_not_allowed'));
  expect(refusal({ 'attributes.at': { within: '1d' } })).toThrow(fault('path_not_allowed'));
});
