import { refused } from './confirm-refusal';

const opened = { refusal: 'plan_required', namespace: null, cost_usd: 3, expires_at: null } as const;

describe('the refusal of a run that a plan has too few judgments for', () => {
  it.each([
    ['team', 'scale'],
    ['scale', null],
  ] as const)('on %s names the plan %s [S-D3]', (plan, required) => {
    expect(refused(opened, plan).toEnvelope().error).toMatchObject({
      code: 'plan_required',
      details: { capability: 'judgments', required_plan: required, plan },
    });
  });
});
