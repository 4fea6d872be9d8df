import { Definition } from '@app/definition';
import { refuseSpent } from './allowance';
import { newWordings, requestOf } from './wording';

const marker = 'MARKER';
const common = {
  name: marker,
  question: 'What is wanted?',
  criteria: 'the last message',
  context: { fields: [`state.${marker}`] },
  engine: { name: 'jev', version: 'current' },
  horizon: '0s',
  applies_to: { [`attributes.${marker}`]: true },
};
const definitions = [
  { ...common, type: 'bool', features: [{ name: marker, from: `attributes.${marker}` }] },
  {
    ...common,
    type: 'choice',
    options: [{ value: 'refund', description: 'money' }, { value: 'repair' }],
    escape: { description: 'other' },
  },
  { ...common, type: 'score', levels: [{ value: 1, description: 'low' }] },
] as unknown as Definition[];

describe('requestOf', () => {
  it.each(definitions)('takes the wording and the answers of a definition and nothing else [DRF-02]', (definition) => {
    const request = requestOf(definition);
    expect(JSON.stringify(request)).not.toContain(marker);
    expect(request).toMatchObject({ type: definition.type, question: 'What is wanted?', criteria: 'the last message' });
    const members = ['type', 'question', 'criteria', 'count', 'options', 'levels'];
    expect(Object.keys(request).filter((member) => !members.includes(member))).toEqual([]);
  });

  it('has null for criteria that the definition leaves out', () => {
    const { criteria: _criteria, ...without } = definitions[0];
    expect(requestOf(without as Definition).criteria).toBeNull();
  });
});

describe('newWordings', () => {
  it('leaves out the wording in force, and all past four [DRF-01]', () => {
    const same = { question: common.question, criteria: common.criteria };
    const others = [1, 2, 3, 4, 5].map((n) => ({ question: `Question ${n}?`, criteria: null }));
    expect(newWordings([same, ...others], definitions[0])).toEqual(others.slice(0, 4));
    expect(newWordings([same], definitions[0])).toEqual([]);
  });
});

describe('refuseSpent', () => {
  const resetsAt = new Date('2026-11-24T00:00:00.000Z');

  it('allows 20 calls for a judgment and 50 for the organization, and says when more may come [DRF-05]', () => {
    expect(() => refuseSpent({ ofJudgment: 19, ofOrganization: 49, resetsAt })).not.toThrow();
    const details = { rate_limit: 'per_org', resets_at: '2026-11-24T00:00:00.000Z' };
    expect(() => refuseSpent({ ofJudgment: 20, ofOrganization: 20, resetsAt })).toThrow(
      expect.objectContaining({ code: 'rate_limited', details: { ...details, limit: 'drafts_per_day_per_judgment' } }),
    );
    expect(() => refuseSpent({ ofJudgment: 3, ofOrganization: 50, resetsAt })).toThrow(
      expect.objectContaining({ details: { ...details, limit: 'drafts_per_day_per_org' } }),
    );
  });
});
