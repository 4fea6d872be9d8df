import { OutcomeBody } from '@app/contracts/calibration';
import { answerOf } from '../testing/samples';
import { bind, isHindsight, unmatchedReason } from './bound-outcome';
import { readOutcomes } from './posted-outcome';

const march4 = '2026-03-04T09:30:00.000Z';
const march18 = '2026-03-18T12:00:00.000Z';
const bound = (body: object, judgedAt = march4) => {
  const [posted] = readOutcomes([{ document: 'd', value: true, ...body } as OutcomeBody]);
  return bind(posted, { document: 'd', answer: answerOf('d', 'ans_1', judgedAt), first_answer_at: judgedAt });
};

it('an answer that may have known what happened is labelled in hindsight [defect E-L15] [OUT-05]', () => {
  const cases: [object, string, boolean][] = [
    [{ observed_at: march18 }, march4, false],
    [{ observed_at: march18, as_of: march4 }, march4, false],
    [{ answer: 'ans_1' }, march4, false],
    [{ as_of: 'latest' }, march4, true],
    [{ observed_at: march4, as_of: march18 }, march4, true],
    [{ observed_at: march4, answer: 'ans_1' }, march18, true],
  ];
  for (const [body, judgedAt, hindsight] of cases)
    expect([body, isHindsight(bound(body, judgedAt))]).toEqual([body, hindsight]);
});

it('an outcome that was observed after its document was deleted labels nothing [defect E-L16] [OUT-10]', () => {
  const deleted_at = '2026-03-10T00:00:00.000Z';
  const found = { document: 'd', answer: answerOf('d', 'ans_1', march4), first_answer_at: march4, deleted_at };
  const labelled = (body: object) => {
    const [posted] = readOutcomes([{ document: 'd', value: true, ...body } as OutcomeBody]);
    const outcome = bind(posted, found);
    return outcome.label?.answerId ?? unmatchedReason(outcome);
  };
  expect(labelled({ observed_at: '2026-03-09T00:00:00.000Z' })).toBe('ans_1');
  for (const late of [{ observed_at: march18 }, { observed_at: march18, answer: 'ans_1' }, { as_of: 'latest' }]) {
    expect([late, labelled(late)]).toEqual([late, 'document_deleted']);
  }
});
