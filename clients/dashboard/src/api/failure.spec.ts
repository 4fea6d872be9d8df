import { JudgmentError } from '@app/sdk/client';
import { failureOf, isAbsent, isSignedOut } from './failure';

it('shows the sentence, the code, the place and the request of a refusal', () => {
  const refused = new JudgmentError('Give a name.', {
    code: 'invalid_request',
    status: 400,
    reason: 'bad_name',
    path: 'name',
    requestId: 'req_1',
  });
  expect(failureOf(refused)).toEqual({
    title: 'Request refused',
    sentence: 'Give a name.',
    code: 'invalid_request: bad_name',
    requestId: 'req_1',
    path: 'name',
    mayRetry: false,
    needsSignIn: false,
    retryAfterMs: null,
    resetsAt: null,
    facts: [],
  });
});

it.each([
  ['rate_limited', 429, 'Too many requests', true],
  ['plan_required', 402, 'Your plan does not include this', false],
  ['forbidden', 403, 'Your role does not allow this', false],
])('%s (%i) is titled %s', (code, status, title, mayRetry) => {
  const failure = failureOf(new JudgmentError('Mend it.', { code, status, retryAfterMs: 1_200 }));
  expect([failure.title, failure.mayRetry, failure.retryAfterMs]).toEqual([title, mayRetry, 1_200]);
});

it('titles a conflict by its reason, and says of none without one that somebody changed it', () => {
  const titled = (reason?: string) =>
    failureOf(new JudgmentError('Mend it.', { code: 'conflict', status: 409, reason })).title;
  expect(['signs_in_otherwise', 'prove_address', 'duplicate', 'last_owner', 'if_active_version'].map(titled)).toEqual([
    'No link needed',
    'Your email address is not verified yet',
    'Already exists',
    'Last owner',
    'Someone else changed this',
  ]);
  expect([titled(), titled('later_reason')]).toEqual(Array(2).fill('This conflicts with existing data'));
  const refused = new JudgmentError('Mend it.', { code: 'invalid_request', status: 400, reason: 'duplicate' });
  expect(failureOf(refused).title).toBe('Request refused');
});

it('tells a sign-in that is too old from a role that may not', () => {
  const refused = (reason?: string) =>
    failureOf(new JudgmentError('Mend it.', { code: 'forbidden', status: 403, reason }));
  expect(refused('sign_in_again')).toMatchObject({ title: 'Sign in again to do this', needsSignIn: true });
  expect(refused()).toMatchObject({ title: 'Your role does not allow this', needsSignIn: false });
});

it('says how far a refused query would look, which path has no index, and when an allowance begins anew', () => {
  const scan = { documents: 120_000, limit: 50_000, unindexed_paths: ['state.note'] };
  const details = { scan, resets_at: '2026-11-26T00:00:00Z' };
  const failure = failureOf(new JudgmentError('Narrow it.', { code: 'invalid_request', status: 400, details }));
  expect(failure.facts).toEqual([
    'It would scan about 120,000 documents; the limit is 50,000.',
    'No index on: state.note.',
  ]);
  expect(failure.resetsAt).toBe('2026-11-26T00:00:00Z');
});

it('tells a fault of the page, a lost session and an absent thing apart', () => {
  expect(failureOf(new TypeError('x is undefined')).code).toBe('page');
  const [out, gone] = [401, 404].map((status) => new JudgmentError('…', { code: 'c', status }));
  expect([isSignedOut(out), isSignedOut(gone), isAbsent(gone), isAbsent(new Error('x'))]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
