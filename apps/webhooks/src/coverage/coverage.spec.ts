import { scopeCovers } from '@app/contracts';
import { eventTypes } from '@app/contracts/events';
import fc from 'fast-check';
import { checkEvents, coversNamespace, receives } from './coverage';

const selection = { id: 'whe_1', events: ['*'], namespacePrefix: '*' };
const paused = { type: 'namespace.budget_paused', namespace: 'acme/prod/a', endpoint: null };

describe('the events of an endpoint', () => {
  it.each([[['job.*']], [['namespace.budget_paused']], [['*']], [['webhook_endpoint.*', 'job.failed']], [[]]])(
    'may be %j [WHK-04]',
    (patterns) => expect(() => checkEvents(patterns)).not.toThrow(),
  );

  it.each([
    'subscription.*',
    'subscription.entered',
    'webhook.test',
    'webhook.*',
    'job.done',
    'job*',
    'jobs.*',
    '',
    '.*',
  ])('may not be %j [WHK-04]', (pattern) => {
    expect(() => checkEvents(['job.*', pattern])).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: expect.objectContaining({ path: '/events/1' }) }),
    );
  });

  it('without any bring only the events of subscriptions that name the endpoint [WHK-05]', () => {
    const empty = { ...selection, events: [] };
    expect(receives(empty, paused)).toBe(false);
    expect(receives(empty, { ...paused, type: 'subscription.entered', endpoint: 'whe_1' })).toBe(true);
    expect(receives(empty, { ...paused, type: 'subscription.entered', endpoint: 'whe_2' })).toBe(false);
  });

  it('with * bring every platform event, no event of a subscription and no test send [WHK-04]', () => {
    const received = eventTypes.filter((type) => receives(selection, { ...paused, type }));
    expect(received).toEqual(
      eventTypes.filter((type) => !['subscription.entered', 'subscription.exited', 'webhook.test'].includes(type)),
    );
  });

  it('stay within the prefix, on whole levels [WHK-06]', () => {
    const one = { ...selection, namespacePrefix: 'acme/prod/tenant_1*' };
    expect(receives(one, { ...paused, namespace: 'acme/prod/tenant_1' })).toBe(true);
    expect(receives(one, { ...paused, namespace: 'acme/prod/tenant_1/x' })).toBe(true);
    expect(receives(one, { ...paused, namespace: 'acme/prod/tenant_12' })).toBe(false);
    expect(receives(one, { ...paused, namespace: null })).toBe(false);
    expect(receives(selection, { ...paused, namespace: null })).toBe(true);
  });
});

const level = fc.constantFrom('a', 'b', 't1', 't12');
const name = fc.array(level, { minLength: 1, maxLength: 3 }).map((levels) => levels.join('/'));
const prefix = fc.tuple(name, fc.constantFrom('', '*', '/', '/*')).map(([stem, end]) => stem + end);

describe('coverage', () => {
  it('of a namespace follows the forms of a key scope [WHK-06]', () => {
    fc.assert(fc.property(prefix, name, (given, each) => coversNamespace(given, each) === scopeCovers(given, each)));
  });

  it('of a template prefix holds for every namespace under it [WHK-06]', () => {
    fc.assert(
      fc.property(prefix, name, name, (given, stem, rest) => {
        fc.pre(coversNamespace(given, `${stem}/*`));
        return coversNamespace(given, `${stem}/${rest}`);
      }),
    );
  });
});
