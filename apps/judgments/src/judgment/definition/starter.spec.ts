import type { JudgmentCreateBody } from '@app/contracts/judgments';
import { withStarter } from './starter';

const placeholders = { subject: 'state.title', body: 'state.text' };
const body: JudgmentCreateBody = { name: 'refund', from_starter: { id: 'support.refund_request', placeholders } };

it('takes question, type and context from the starter, and the rest from the caller [STR-04] [STR-06]', () => {
  const filled = withStarter({ ...body, thresholds: { mine: 0.7 }, dry_run: true });
  expect(filled).toMatchObject({
    name: 'refund',
    type: 'bool',
    question: 'Does the customer ask for a refund?',
    context: { fields: ['state.title', 'state.text'] },
    thresholds: { mine: 0.7 },
    dry_run: true,
  });
  expect(filled.from_starter).toBeUndefined();
  expect(withStarter(body)).toMatchObject({ thresholds: { likely: 0.5, certain: 0.9 } });
});

it('takes the outcome setting from the caller alone: what a starter suggests makes labels of silence [OUT-08] [S-D1]', () => {
  expect(withStarter(body)).not.toHaveProperty('outcomes');
  const outcomes = { implicit: { after: '30d' } };
  expect(withStarter({ ...body, outcomes }).outcomes).toEqual(outcomes);
});

it('refuses a member that the starter sets [STR-06]', () => {
  for (const member of [
    'question',
    'type',
    'criteria',
    'context',
    'options',
    'escape',
    'levels',
    'parts',
    'features',
  ]) {
    expect(() => withStarter({ ...body, [member]: 'x' })).toThrow(
      expect.objectContaining({ details: { reason: 'unknown_field', path: `/${member}` } }),
    );
  }
});

it('leaves a create without a starter as it is', () => {
  const plain: JudgmentCreateBody = { name: 'late', type: 'bool', question: 'Late?' };
  expect(withStarter(plain)).toBe(plain);
});
