import type { JudgmentSnapshot } from '@app/contracts/documents';
import { aSnapshot } from '../../testing/samples';
import { EarlierScopes, earlierScopesOf, nextEarlierScopes } from './earlier-scopes';

const snapshot = (active_version: number, applies_to: object | null = null): JudgmentSnapshot => ({
  ...aSnapshot('org_1', 'acme/prod', 'mood'),
  active_version,
  applies_to,
});
/** What is kept after versions that were active one after another. */
function after(...versions: JudgmentSnapshot[]): EarlierScopes['earlier_applies_to'] {
  let kept: (JudgmentSnapshot & EarlierScopes) | null = null;
  for (const version of versions) kept = { ...version, ...nextEarlierScopes(kept, version) };
  return kept?.earlier_applies_to;
}
const kind = (n: number) => ({ 'attributes.kind': n });

it('keeps to which documents each earlier version applied, once [FRS-04]', () => {
  expect(after(snapshot(1))).toEqual([]);
  expect(after(snapshot(1), snapshot(1))).toEqual([]);
  expect(after(snapshot(1), snapshot(2, kind(1)), snapshot(1), snapshot(3, kind(1)))).toEqual([null, kind(1)]);
});

it('takes more than it keeps for all documents [FRS-04]', () => {
  const many = Array.from({ length: 20 }, (_, n) => snapshot(n + 1, kind(n)));
  expect(after(...many.slice(0, 17))).toHaveLength(16);
  expect(after(...many)).toContain(null);
  expect(after(...many)!.length).toBeLessThan(16);
  const large = snapshot(1, { 'attributes.kind': { in: ['x'.repeat(16 * 1024)] } });
  expect(after(large, snapshot(2))).toEqual([null]);
});

it('takes what a build before did not keep for all documents [FRS-04]', () => {
  expect(earlierScopesOf({})).toEqual([null]);
  expect(nextEarlierScopes(snapshot(2, kind(1)), snapshot(2, kind(1)))).toEqual({ earlier_applies_to: [null] });
});
