import type { OutcomeRule } from '@app/definition';
import { StoredDocument } from '../../document/document';
import { Draft } from '../../document/draft';
import { OutcomeRuleIndex } from './outcome-rule';

const stored = (id: string, attributes: object, state: object = {}): StoredDocument => ({
  id,
  version: 1,
  images: {},
  bytes: 2,
  created_at: '',
  updated_at: '',
  attributes: attributes as Record<string, unknown>,
  state: state as Record<string, unknown>,
});
const draft = (id: string, before: StoredDocument | null, after: StoredDocument | null, skipped = false): Draft => ({
  id,
  before,
  after,
  skipped,
  pointer: '',
});
const rules: OutcomeRule[] = [
  { value: true, when: { 'attributes.status': 'churned' } },
  { value: false, when: { 'state.months': { gte: 12 } } },
];
const index = new OutcomeRuleIndex([
  { judgmentId: 'jdg_late', outcomeRules: rules },
  { judgmentId: 'jdg_none', outcomeRules: [] },
]);
const matched = (...drafts: Draft[]) => index.madeTrue(drafts, 0);

describe('OutcomeRuleIndex', () => {
  it('finds the first rule that a write makes hold, once for each judgment and outcome [OUT-09]', () => {
    const found = matched(
      draft('a', stored('a', { status: 'open' }), stored('a', { status: 'churned' })),
      draft('b', null, stored('b', { status: 'churned' }, { months: 13 })),
      draft('c', stored('c', {}, { months: 11 }), stored('c', {}, { months: 12 })),
    );
    expect(found).toEqual([
      { judgmentId: 'jdg_late', outcome: { value: true }, documents: ['a', 'b'] },
      { judgmentId: 'jdg_late', outcome: { value: false }, documents: ['c'] },
    ]);
  });

  it('finds no rule that held before or stops holding, and none for skipped and deleted documents [OUT-09]', () => {
    const churned = stored('a', { status: 'churned' });
    expect(matched(draft('a', churned, stored('a', { status: 'churned', other: 1 })))).toEqual([]);
    expect(matched(draft('a', churned, stored('a', { status: 'open' })))).toEqual([]);
    expect(matched(draft('a', stored('a', {}), churned, true))).toEqual([]);
    expect(matched(draft('a', churned, null))).toEqual([]);
    expect(matched(draft('a', stored('a', {}), stored('a', { unread: 1 })))).toEqual([]);
  });

  it('finds the other outcome when another rule becomes the first that holds [OUT-09]', () => {
    const before = stored('a', { status: 'churned' }, { months: 13 });
    expect(matched(draft('a', before, stored('a', { status: 'back' }, { months: 13 })))).toEqual([
      { judgmentId: 'jdg_late', outcome: { value: false }, documents: ['a'] },
    ]);
  });

  it('is empty without rules', () => {
    expect(new OutcomeRuleIndex([{ judgmentId: 'jdg_none', outcomeRules: [] }]).isEmpty).toBe(true);
    expect(index.isEmpty).toBe(false);
  });
});
