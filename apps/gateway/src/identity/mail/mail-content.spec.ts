import { sampleOf } from '@app/contracts/events';
import { EndpointNews, contentOf } from './mail-content';

const { endpoint, last_error: lastError } = sampleOf('webhook_endpoint.failing');
const news = (over: Partial<EndpointNews> = {}, facts: Partial<EndpointNews['endpoint']> = {}): EndpointNews => ({
  change: 'failing',
  endpoint: { ...endpoint, ...facts },
  lastError,
  organization: 'acme',
  publicUrl: 'https://judge.example.com',
  ...over,
});

describe('the mail about an endpoint', () => {
  it('names the endpoint, since when it fails, the last error, its log and how to recover [DASH-07]', () => {
    expect(contentOf(news())).toMatchObject({
      subject: 'Webhook endpoint "On-call" is failing',
      text: `The webhook endpoint "On-call" of acme is failing: no delivery to it has succeeded since 2026-03-03 09:29 UTC.

Deliveries and retries go on. One successful delivery makes it active again; five days without one disable it.

Endpoint: ${endpoint.id} at https://hooks.example.com
Failing since: 2026-03-03 09:29 UTC
Last error: http_status (it answered with a status that is not 2xx, HTTP 503)
Deliveries log: https://judge.example.com/v1/webhook-endpoints/${endpoint.id}/deliveries

Once the receiver is mended, have the deliveries sent again that were missed:

    POST https://judge.example.com/v1/webhook-endpoints/${endpoint.id}/recover
    {"since":"2026-03-03T08:29:00.000Z"}
`,
    });
  });

  it('says how to enable a disabled endpoint before how to recover its deliveries [DASH-07]', () => {
    const { subject, text } = contentOf(
      news({ change: 'disabled', lastError: { error: 'timeout', status_code: null } }),
    );
    expect(subject).toBe('Webhook endpoint "On-call" is disabled');
    expect(text).toContain('Last error: timeout (it did not answer in time)');
    const [enable, recover] = ['/deliveries\n', `PATCH `, '{"enabled": true}', '/recover']
      .map((part) => text.indexOf(part))
      .slice(1, 4);
    expect(enable).toBeGreaterThan(0);
    expect(recover).toBeGreaterThan(enable);
    expect(text.indexOf('/recover')).toBeGreaterThan(recover);
  });

  it('shows only the origin of the URL, and no secret [DASH-07]', () => {
    const url = 'https://user:pass@hooks.example.com:8443/T00/B00/token?key=abc#f';
    const { subject, text, html } = contentOf(news({}, { url, description: null }));
    expect(subject).toBe('Webhook endpoint https://hooks.example.com:8443 is failing');
    for (const part of [subject, text, html]) expect(part).not.toMatch(/user|pass|token|abc|T00|whsec_/);
  });

  it.each([
    ['nothing', null],
    ['blanks', ' \n\t '],
  ])('names the endpoint by its origin when its description is %s', (_, description) => {
    expect(contentOf(news({}, { description })).subject).toBe('Webhook endpoint https://hooks.example.com is failing');
  });

  it('keeps a description short, on one line, and escaped in HTML', () => {
    const description = `<b>&"Ops"</b>\r\nBcc: all@example.com\u202e${'é'.repeat(200)}`;
    const { subject, text, html } = contentOf(news({}, { description }));
    expect(subject).not.toMatch(/[\r\n\u202e]/);
    expect(subject).toContain('<b>&"Ops"</b> Bcc: all@example.com é');
    expect([...subject].length).toBeLessThan(130);
    expect(text.split('\n')[0]).toContain('Bcc: all@example.com');
    expect(html).toContain('&lt;b&gt;&amp;&quot;Ops&quot;&lt;/b&gt;');
    expect(html).not.toContain('<b>');
  });

  it('links the log in HTML, with the words of the text', () => {
    const { text, html } = contentOf(news());
    const log = `https://judge.example.com/v1/webhook-endpoints/${endpoint.id}/deliveries`;
    expect(html).toContain(`<a href="${log}">${log}</a>`);
    const words = (markup: string): string[] =>
      markup
        .replaceAll(/<title>.*<\/title>|<[^>]+>/g, ' ')
        .replaceAll('&quot;', '"')
        .split(/\s+/)
        .filter(Boolean);
    expect(words(html)).toEqual(words(text));
  });

  it('leaves out what the event does not hold', () => {
    const { text } = contentOf(news({ lastError: null }, { failing_since: undefined }));
    expect(text).not.toMatch(/Last error|since|undefined|null/);
  });
});
