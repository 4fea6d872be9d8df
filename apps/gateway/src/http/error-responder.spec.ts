import { createLogger } from '@app/observability';
import { ErrorCode, Problem, errorCodes, statusByCode } from '@app/problem';
import fastify, { FastifyInstance } from 'fastify';
import { ErrorResponder } from './error-responder';
import { Reply, Request } from './request-context';
import { requestIdOf } from './request-id';

let server: FastifyInstance;
let thrown: unknown;
beforeAll(() => {
  const logger = createLogger({ service: 'gateway', replica: '0', level: 'error' });
  jest.spyOn(logger, 'error').mockImplementation(() => undefined);
  const responder = new ErrorResponder(logger);
  server = fastify({ genReqId: requestIdOf });
  server.get('/', (request, reply) => {
    responder.send(request as unknown as Request, reply as unknown as Reply, thrown);
    return reply;
  });
});
afterAll(() => server.close());

async function answer(problem: unknown) {
  thrown = problem;
  const reply = await server.inject('/');
  return { status: reply.statusCode, headers: reply.headers, body: reply.json<Record<string, never>>() };
}

function problemOf(code: ErrorCode, message: string, retryAfterS?: number): Problem {
  return Problem.fromEnvelope({ error: { code, message, details: { path: '/x' } } }, retryAfterS);
}

const others = errorCodes.filter((code) => code !== 'internal');

describe('a response to a problem', () => {
  it.each(others)('%s has the status of the specification and the envelope alone [ERR-01] [ERR-02]', async (code) => {
    const { status, headers, body } = await answer(problemOf(code, 'Mend it.'));
    expect(status).toBe(statusByCode[code]);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(body).toEqual({ error: { code, message: 'Mend it.', details: { path: '/x' } } });
  });

  const unavailable = others.filter((code) => statusByCode[code] === 503);

  it('asks for a later try at every 503, one second at least [ERR-04]', async () => {
    const waits = async (code: ErrorCode, retryAfterS?: number) =>
      (await answer(problemOf(code, 'x', retryAfterS))).headers['retry-after'];
    expect(unavailable).toEqual(['engine_unavailable', 'unavailable']);
    for (const code of unavailable) {
      expect([await waits(code), await waits(code, 0.2), await waits(code, 7)]).toEqual(['1', '1', '7']);
    }
    for (const code of others.filter((one) => !unavailable.includes(one))) expect(await waits(code)).toBeUndefined();
  });

  it.each([
    ['a defect', new TypeError('select * from secret')],
    ['a string', 'secret'],
    ['nothing', undefined],
  ])('of %s shows a request id and nothing of it [ERR-02] [ERR-03]', async (_what, defect) => {
    const { status, body } = await answer(defect);
    expect(status).toBe(500);
    expect(body).toEqual({
      error: {
        code: 'internal',
        message: expect.any(String) as string,
        details: { request_id: expect.stringMatching(/^req_/) as string },
      },
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});
