import fc from 'fast-check';
import { allPaths, filterOn, mineFilterOn } from '../agreement/arbitrary';
import { judgments, rows, subjectOf } from '../agreement/world';
import { conditions } from '../filter/filter';
import { storedRelationFilter } from '../relation/relation-where';
import { couldMatch } from './could-match';
import { matches } from './match';

const subjects = rows(40, 1).map((row) => subjectOf(row, judgments));
const nowMs = Date.parse('2026-03-01T00:00:00.000Z');
const one = fc.constantFrom(...subjects);
const documentPaths = allPaths.filter((path) => !path.startsWith('answers.'));

describe('couldMatch', () => {
  it('is false only for a document that matches with no judged document, answers and time [REL-03]', () => {
    let refused = 0;
    fc.assert(
      fc.property(
        mineFilterOn(allPaths),
        one,
        one,
        fc.constantFrom(...subjects),
        fc.nat(),
        (json, subject, mine, other, at) => {
          const filter = storedRelationFilter(json);
          if (couldMatch(filter, subject)) return;
          refused += 1;
          expect(matches(filter, { ...subject, answer: other.answer.bind(other) }, at * 1_000, mine)).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it('is exact where nothing but the document decides', () => {
    fc.assert(
      fc.property(filterOn(documentPaths), one, (json, subject) => {
        const filter = storedRelationFilter(json);
        if (conditions(filter).some(({ tests }) => tests.some(({ op }) => op === 'within'))) return;
        expect(couldMatch(filter, subject)).toBe(matches(filter, subject, nowMs));
      }),
      { numRuns: 1_000 },
    );
    expect(couldMatch(null, subjects[0]!)).toBe(true);
  });
});
