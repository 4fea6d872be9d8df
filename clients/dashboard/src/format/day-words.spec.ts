import { dayWords, lagText } from './day-words';

const idle = { evaluations: 0, error_rate: 0, truncation_rate: 0, tokens_per_document: 0, freshness_lag_p90_ms: 0 };

it('gives no rate and no lag of a day on which nothing was judged [DASH-06]', () => {
  expect(dayWords(idle)).toEqual({ errors: '–', truncated: '–', tokens: '–', lag: '–' });
  expect(dayWords({ ...idle, error_rate: 1 }).errors).toBe('100.0 %');
  expect(dayWords({ ...idle, evaluations: 4, tokens_per_document: 250, freshness_lag_p90_ms: 900 })).toEqual({
    errors: '0.0 %',
    truncated: '0.0 %',
    tokens: '250',
    lag: '1 s',
  });
});

it('says of a namespace in which nothing was judged that it was not, instead of a lag of 0 s [DASH-06]', () => {
  expect([lagText(0), lagText(2_400)]).toEqual(['nothing judged', '2 s']);
});
