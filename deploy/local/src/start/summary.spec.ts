import { renderSummary } from './summary';

describe('summary of a start', () => {
  const base = 'http://127.0.0.1:8080/v1';
  const started = { baseUrl: base, apiKey: 'k', signInLink: 'http://127.0.0.1:8080/app/link#t=x', engines: [] };

  it('names the addresses, the key and two calls', () => {
    const text = renderSummary({ ...started, namespace: 'examples/support-desk' });
    expect(text).toContain(`Base address  ${base}\nAPI key       k\n`);
    expect(text).toContain('http://127.0.0.1:8080/docs and http://127.0.0.1:8080/openapi.json');
    expect(text).toContain(`${base}/namespaces/examples%2Fsupport-desk/query`);
    expect(text.match(/^ {2}curl /gm)).toHaveLength(2);
  });

  it('ends with the address of the dashboard', () => {
    const lines = renderSummary({ ...started, namespace: 'examples/support-desk' }).split('\n');
    expect(lines.at(-2)).toBe('Dashboard     http://127.0.0.1:8080/app/link#t=x');
  });

  it('asks nothing of an example that was not judged', () => {
    expect(renderSummary({ ...started, namespace: undefined })).toContain(`Bearer k' ${base}/namespaces\n`);
  });
});
