import { renderJudged, renderSummary } from './summary';

describe('summary of a start', () => {
  const base = 'http://127.0.0.1:8080/v1';
  const link = 'http://127.0.0.1:8080/app/link#t=x';
  const namespace = 'examples/support-desk';
  const started = {
    base_url: base,
    api_key: 'k',
    sign_in_link: link,
    example: 'judged' as const,
    example_namespace: namespace,
  };
  const without = { ...started, example: 'none' as const, example_namespace: null };

  it('names the addresses, the key and two calls', () => {
    const text = renderSummary(started, [], {});
    expect(text).toContain(`Base address  ${base}\nAPI key       k\n`);
    expect(text).toContain('http://127.0.0.1:8080/docs, with the API reference; http://127.0.0.1:8080/openapi.json');
    expect(text).toContain(`${base}/namespaces/examples%2Fsupport-desk/query`);
    expect(text.match(/^ {2}curl /gm)).toHaveLength(2);
    expect(text).not.toContain('example is judged');
  });

  it('ends with the address of the dashboard, before the example and after it', () => {
    for (const text of [renderSummary(started, [], {}), renderJudged(started, namespace)])
      expect(text.split('\n').at(-2)).toBe(`Dashboard     ${link}`);
  });

  it('asks nothing of an example that was not judged, and says when it is under way', () => {
    expect(renderSummary(without, [], {})).toContain(`Bearer k' ${base}/namespaces\n`);
    expect(renderSummary(without, [], {})).not.toContain('The example');
    const judging = renderSummary({ ...without, example: 'judging' }, [], {});
    expect(judging).toContain('The example is judged from here on');
    expect(judging).not.toContain('/query');
  });

  it('asks the example once it is judged', () => {
    expect(renderJudged(started, namespace)).toContain(`${base}/namespaces/examples%2Fsupport-desk/query`);
  });
});
