import { Problem } from '@app/problem';
import { parseFilter, matches } from './event-filter';

const job = { type: 'job.completed', namespace: 'acme/prod/t1' };
const ofOrganization = { type: 'webhook_endpoint.failing', namespace: null };

describe('a reader of the feed', () => {
  it('gets the events of the namespaces in its scope, whole levels only [FEED-08]', () => {
    const filter = parseFilter('acme/prod/t1*', undefined, undefined);
    expect(matches(filter, job)).toBe(true);
    expect(matches(filter, { ...job, namespace: 'acme/prod/t1/x' })).toBe(true);
    expect(matches(filter, { ...job, namespace: 'acme/prod/t12' })).toBe(false);
  });

  it('gets events of the organization only with the scope * [FEED-10]', () => {
    expect(matches(parseFilter('*', undefined, undefined), ofOrganization)).toBe(true);
    expect(matches(parseFilter('*', undefined, '*'), ofOrganization)).toBe(true);
    expect(matches(parseFilter('acme/*', undefined, '*'), ofOrganization)).toBe(false);
    expect(matches(parseFilter('*', undefined, 'acme/*'), ofOrganization)).toBe(false);
  });

  it('narrows its scope by a prefix and never widens it [FEED-08]', () => {
    expect(matches(parseFilter('acme/*', undefined, 'acme/prod/'), job)).toBe(true);
    expect(matches(parseFilter('acme/test/*', undefined, 'acme/'), job)).toBe(false);
  });

  it('picks types by name and by pattern', () => {
    const filter = parseFilter('*', 'subscription.entered, job.*', undefined);
    expect(matches(filter, job)).toBe(true);
    expect(matches(filter, { ...job, type: 'subscription.exited' })).toBe(false);
    expect(matches(parseFilter('*', '*', undefined), ofOrganization)).toBe(true);
  });

  it.each([
    ['job.done', undefined, '/types'],
    ['', undefined, '/types'],
    ['job.*,', undefined, '/types'],
    ['job*', undefined, '/types'],
    [undefined, 'a b', '/namespace_prefix'],
    [undefined, 'a*b', '/namespace_prefix'],
  ])('cannot ask for types %p and prefix %p [FEED-09]', (types, prefix, path) => {
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
