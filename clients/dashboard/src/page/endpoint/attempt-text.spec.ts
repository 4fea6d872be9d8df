import { attemptText } from './attempt-text';

it('says what came of the last attempt [DASH-04]', () => {
  const none = { attempts: 0, status_code: null, latency_ms: null, error: null };
  expect(attemptText(none)).toBe('not yet');
  expect(attemptText({ attempts: 2, status_code: 503, latency_ms: 120, error: 'http_status' })).toBe(
    '2nd: 503 after 120 ms',
  );
  expect(attemptText({ ...none, attempts: 11, error: 'timeout' })).toBe('11th: timed out');
  expect(attemptText({ ...none, attempts: 1, error: 'tls' })).toBe('1st: certificate rejected');
});
