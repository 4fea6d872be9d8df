import { EngineResponse, classifyError, classifyResponse } from './classify';
import { reactionOf } from './reaction';
import { retryAfterMs } from './retry-after';

const response = (status: number, json?: unknown, isHtml = false): EngineResponse => ({
  status,
  json,
  isHtml,
  headers: {},
  requestId: 'req_1',
});
const classOf = (status: number, json?: unknown, isHtml?: boolean) =>
  classifyResponse(response(status, json, isHtml), 'auto', 0)?.failureClass;

it.each([
  [400, { detail: { error_type: 'max_tokens_exceeded' } }, 'too_long'],
  [
    400,
    { error: { type: 'invalid_request', code: '400', message: 'Input exceeds the limit of 262144 tokens.' } },
    'too_long',
  ],
  [400, { error: { type: 'invalid_request_error', param: 'input', code: null, message: 'x' } }, 'too_long'],
  [400, { error: 'prompt is longer than the context window' }, 'too_long'],
  [400, { detail: 'a noul needs criteria' }, 'bad_request'],
  [404, undefined, 'bad_request'],
  [405, undefined, 'bad_request'],
  [402, { error: { message: 'no credit' } }, 'quota'],
  [429, { error: { code: 'insufficient_quota' } }, 'quota'],
  [429, undefined, 'rate'],
  [409, undefined, 'overload'],
  [507, undefined, 'overload'],
  [204, undefined, 'bad_answer'],
])('classifies %p %j as %s', (status, json, failureClass) => {
  expect(classOf(status, json)).toBe(failureClass);
});

it('accepts only a 200 with JSON', () => {
  expect(classOf(200, {})).toBeUndefined();
  expect(classOf(200)).toBe('bad_answer');
  expect(classOf(200, undefined, true)).toBe('stall');
});

it('repeats at most 300 characters of a vendor’s message, and none of the data that was sent', () => {
  const secret = 'my name is Ada';
  const detail = [{ type: 'missing', loc: ['body', 'state'], msg: `got ${secret}`, input: { secret }, ctx: {} }];
  const failure = classifyResponse(response(422, { detail }), 'typesafe', 0);
  expect(failure?.message).toBe('Engine answered 422: missing at body.state');
  expect(classifyResponse(response(500, { detail: 'x'.repeat(9999) }), 'auto', 0)?.message).toHaveLength(300);
});

it('classifies errors of the transport', () => {
  const reset = Object.assign(new Error('x'), { code: 'ECONNRESET' });
  expect(classifyError(reset, false).failureClass).toBe('overload');
  expect(classifyError(reset, true).failureClass).toBe('stall');
  expect(classifyError(new DOMException('late', 'TimeoutError'), false).failureClass).toBe('stall');
});

it.each([
  [{ 'retry-after-ms': '40', 'retry-after': '9' }, 40],
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:05 GMT' }, 4000],
  [{ 'retry-after': 'soon 2027' }, undefined],
  [{ 'retry-after': '-3' }, undefined],
  [{}, undefined],
])('reads the wait of %j as %p', (headers, ms) => {
  expect(retryAfterMs(headers, 1000)).toBe(ms);
});

it('marks failures that only an operator can mend as unhealthy, and never retries them', () => {
  for (const failureClass of ['auth', 'quota'] as const) {
    expect(reactionOf(failureClass)).toMatchObject({ retries: 0, isUnhealthy: true, reason: 'engine_unavailable' });
  }
  expect(reactionOf('refusal')).toMatchObject({ retries: 0, reason: 'engine_refused' });
});
