import { Problem } from '@app/problem';
import { parseFilter, sees } from './event-filter';

const job = { type: 'job.completed', namespace: 'acme/prod/t1' };
const ofOrganization = { type: 'webhook_endpoint.failing', namespace: null };

describe('a reader of the feed', () => {
  it('sees the events of the namespaces in its scope, whole levels only [FEED-08]', () => {
    const filter = parseFilter('acme/prod/t1*', undefined, undefined);
    expect(sees(filter, job)).toBe(true);
    expect(sees(filter, { ...job, namespace: 'acme/prod/t1/x' })).toBe(true);
    expect(sees(filter, { ...job, namespace: 'acme/prod/t12' })).toBe(false);
  });

  it('sees events of the organization only with the scope * [FEED-10]', () => {
    expect(sees(parseFilter('*', undefined, undefined), ofOrganization)).toBe(true);
    expect(sees(parseFilter('*', undefined, '*'), ofOrganization)).toBe(true);
    expect(sees(parseFilter('acme/*', undefined, '*'), ofOrganization)).toBe(false);
    expect(sees(parseFilter('*', undefined, 'acme/*'), ofOrganization)).toBe(false);
  });

  it('narrows its scope by a prefix and never widens it [FEED-08]', () => {
    expect(sees(parseFilter('acme/*', undefined, 'acme/prod/'), job)).toBe(true);
    expect(sees(parseFilter('acme/test/*', undefined, 'acme/'), job)).toBe(false);
  });

  it('picks types by name and by pattern', () => {
    const filter = parseFilter('*', 'subscription.entered, job.*', undefined);
    expect(sees(filter, job)).toBe(true);
    expect(sees(filter, { ...job, type: 'subscription.exited' })).toBe(false);
    expect(sees(parseFilter('*', '*', undefined), ofOrganization)).toBe(true);
  });

  it.each([
    ['job.done', undefined, '/types'],
    ['', undefined, '/types'],
    ['job.*,', undefined, '/types'],
    ['job*', undefined, '/types'],
    [undefined, 'a b', '/namespace_prefix'],
    [undefined, 'a*b', '/namespace_prefix'],
  ])('may not ask for types %p and prefix %p [FEED-09]', (types, prefix, path) => {
    let thrown: unknown;
    try {
      parseFilter('*', types, prefix);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Problem);
    expect((thrown as Problem).details.path).toBe(path);
  });
});
