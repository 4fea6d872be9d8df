import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { answerClientError } from './client-error';

/** What a client reads whose request Node refuses with the given code. */
async function answerTo(code: string): Promise<{ head: string; body: string }> {
  const wire = new PassThrough();
  answerClientError(Object.assign(new Error('refused'), { code }), wire as unknown as Socket);
  const [head, body] = (await text(wire)).split('\r\n\r\n');
  return { head, body };
}

describe('a request that Node refuses', () => {
  it('is unavailable with Retry-After when it came too slowly, since a retry may pass [ERR-02] [ERR-04]', async () => {
    const { head, body } = await answerTo('ERR_HTTP_REQUEST_TIMEOUT');
    expect(head).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\nx-request-id: req_\w+\r\nretry-after: 1\r\n/);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'unavailable' } });
  });

  it('is invalid when it is no HTTP, and may not be repeated [ERR-02]', async () => {
    const { head, body } = await answerTo('HPE_INVALID_METHOD');
    expect(head).toMatch(/^HTTP\/1.1 400 Bad Request\r\nx-request-id: req_\w+\r\ncontent-type/);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'invalid_request' } });
  });
});
