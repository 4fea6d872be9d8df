import { EndpointSettings } from './endpoint';
import { patchSettings, settingsOf } from './endpoint-settings';
import { checkPlan } from './plan';

const url = 'https://hooks.example.com/in';
const now: EndpointSettings = {
  url,
  events: ['job.*'],
  namespacePrefix: 'acme/prod/*',
  description: 'old',
  maxPerSecond: 2,
};
const refusal = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    const { code, details } = error as { code: string; details: { path?: string } };
    return [code, details.path];
  }
  return null;
};

describe('settings of an endpoint', () => {
  it("default to no events and the key's scope [WHK-06]", () => {
    const defaults = { url, events: [], namespacePrefix: 'acme/prod/*', description: null, maxPerSecond: null };
    expect(settingsOf({ url }, 'acme/prod/*')).toEqual(defaults);
  });

  it.each([
    [{ namespace_prefix: 'acme/test/*' }, ['forbidden', '/namespace_prefix']],
    [{ namespace_prefix: '*' }, ['forbidden', '/namespace_prefix']],
    [{ namespace_prefix: 'acme/prod/a b' }, ['invalid_request', '/namespace_prefix']],
    [{ url: 'http://hooks.example.com' }, ['invalid_request', '/url']],
    [{ url: 'https://u:p@hooks.example.com' }, ['invalid_request', '/url']],
    [{ url: 'https://10.0.0.1/' }, ['invalid_request', '/url']],
    [{ url: 'https://a.internal/' }, ['invalid_request', '/url']],
    [{ description: 'é'.repeat(257) }, ['invalid_request', '/description']],
    [{ max_per_second: 0 }, ['invalid_request', '/max_per_second']],
    [{ max_per_second: -1 }, ['invalid_request', '/max_per_second']],
    [{ events: ['webhook.test'] }, ['invalid_request', '/events/0']],
  ])('cannot be %j, on create and on PATCH [WHK-03] [WHK-06] [SSRF-01]', (member, expected) => {
    expect(refusal(() => settingsOf({ url, ...member }, 'acme/prod/*'))).toEqual(expected);
    expect(refusal(() => patchSettings(now, member, 'acme/prod/*'))).toEqual(expected);
  });

  it('limit the characters of a description, not its bytes or UTF-16 units [WHK-07]', () => {
    expect(settingsOf({ url, description: '👩'.repeat(256) }, '*').description).toHaveLength(512);
    expect(refusal(() => settingsOf({ url, description: '👩'.repeat(257) }, '*'))).not.toBeNull();
  });

  it('change by a merge patch: a member left out keeps its value, null resets it [WHK-08]', () => {
    expect(patchSettings(now, {}, 'acme/prod/*')).toEqual(now);
    expect(patchSettings(now, { max_per_second: null, description: null, events: null }, 'acme/prod/*')).toEqual({
      ...now,
      events: [],
      description: null,
      maxPerSecond: null,
    });
    expect(patchSettings(now, { namespace_prefix: null, max_per_second: 0.5 }, 'acme/*')).toEqual({
      ...now,
      namespacePrefix: 'acme/*',
      maxPerSecond: 0.5,
    });
  });
});

describe('the plan', () => {
  it.each([
    ['developer', 2, 'team'],
    ['developer', 20, 'scale'],
    ['team', 20, 'scale'],
    ['scale', 100, null],
  ] as const)('%s with %i endpoints requires %s for one more [WHK-13] [WHK-32]', (plan, count, required) => {
    expect(() => checkPlan(plan, count)).toThrow(
      expect.objectContaining({
        code: 'plan_required',
        details: { capability: 'webhook_endpoints', required_plan: required, plan },
      }),
    );
  });

  it('allows as many endpoints as it states [WHK-13]', () => {
    expect(() => [checkPlan('developer', 1), checkPlan('team', 19), checkPlan('scale', 99)]).not.toThrow();
  });
});
