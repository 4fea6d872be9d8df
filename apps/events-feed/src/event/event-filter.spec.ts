import { Problem } from '@app/problem';
import { parseFilter, matches } from './event-filter';

const recorded = { recordedAtMs: Date.parse('2026-11-28T06:00:00Z'), isAbout: true };
const job = { type: 'job.completed', namespace: 'acme/prod/t1', ...recorded };
const ofOrganization = { type: 'webhook_endpoint.failing', namespace: null, ...recorded };

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

  it('narrows by the time of recording, the end excluded, and by all that an event is about [FEED-08]', () => {
    const between = (since: string, until: string) =>
      matches(parseFilter('*', undefined, undefined, { since, until }), job);
    expect(between('2026-11-28T06:00:00Z', '2026-11-28T06:00:01Z')).toBe(true);
    expect(between('2026-11-28T05:00:00Z', '2026-11-28T06:00:00Z')).toBe(false);
    expect(() => between('2026-11-28T06:00:00Z', '2026-11-28T06:00:00Z')).toThrow('later than `since`');
    const filter = parseFilter('*', undefined, undefined, { judgment: 'late', document: 'T-1' });
    expect(filter.subjects).toEqual([
      { kind: 'document', name: 'T-1' },
      { kind: 'judgment', name: 'late' },
    ]);
    expect(matches(filter, { ...job, isAbout: false })).toBe(false);
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
