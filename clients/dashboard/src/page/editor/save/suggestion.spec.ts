import { JudgmentError } from '@app/sdk/client';
import { suggestionOf } from './suggestion';

it('finds the paths that a refusal suggests, and why others are left out', () => {
  const details = {
    reason: 'missing_context',
    suggested_context: {
      recipe: { fields: ['state.note'] },
      cost_per_answer: 1,
      whole_state_cost_per_answer: 1,
      sampled_documents: 3,
      excluded: [{ path: 'state.at', reason: 'timestamp' }],
    },
  };
  const refusal = new JudgmentError('Send `context`.', { code: 'invalid_request', status: 400, details });
  expect(suggestionOf(refusal)).toEqual({ fields: ['state.note'], excluded: ['state.at (timestamp)'] });
  expect([suggestionOf(null), suggestionOf(new Error('x'))]).toEqual([null, null]);
});
