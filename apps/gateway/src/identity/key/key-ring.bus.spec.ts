import { AdmissionDatabase } from '../../admission/database/admission-database';
import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { Problem } from '@app/problem';
import { eventually } from '@app/testing';
import { KeyRing } from './key-ring';

describe('cached keys while the database of the keys is away', () => {
  let gateway: GatewayClient;
  let revoked: { id: string; key: string };
  let kept: { key: string };

  beforeAll(async () => {
    gateway = await openGateway();
    revoked = await gateway.key('org-ring');
    kept = await gateway.key('org-ring');
  });
  afterAll(() => gateway.close());

  const statusOf = async (key: string): Promise<number> => (await gateway.call('GET', '/v1/starters', key)).status;

  it('are admitted for 5 s, then nobody is until they can be compared, and a revoked one never again [defect S-L9] [AUTH-09]', async () => {
    expect([await statusOf(revoked.key), await statusOf(kept.key)]).toEqual([200, 200]);
    const away = jest
      .spyOn(gateway.running.app.get(AdmissionDatabase), 'query')
      .mockRejectedValue(new Problem('unavailable', 'The database is not answering.'));
    await gateway.operate(`keys revoke ${revoked.id} --org org-ring`);
    expect([await statusOf(revoked.key), await statusOf(kept.key)]).toEqual([200, 200]);
    const real = performance.now.bind(performance);
    const later = jest.spyOn(performance, 'now').mockImplementation(() => real() + 5001);
    expect([await statusOf(revoked.key), await statusOf(kept.key)]).toEqual([503, 503]);
    away.mockRestore();
    expect([await statusOf(revoked.key), await statusOf(kept.key)]).toEqual([401, 200]);
    later.mockRestore();
  });
});

describe("the Suggestions of a cached key's organization", () => {
  let gateway: GatewayClient;

  beforeAll(async () => {
    gateway = await openGateway();
  });
  afterAll(() => gateway.close());

  it('are off until the operator turns them on; no API key does, and the change is followed [DRF-04]', async () => {
    const { key } = await gateway.key('org-suggestions');
    const known = async () => {
      const cached = await gateway.running.app.get(KeyRing).authenticate(`Bearer ${key}`);
      const { json } = await gateway.call('GET', '/v1/organization', key);
      return [cached.organization.suggestions, json.suggestions];
    };
    expect(await known()).toEqual([false, false]);
    expect((await gateway.call('PATCH', '/v1/organization', key, { suggestions: true })).status).toBe(403);
    expect(await known()).toEqual([false, false]);
    expect(await gateway.operate('org suggestions org-suggestions --on')).toContain('are on');
    await eventually(async () => expect(await known()).toEqual([true, true]));
    expect((await gateway.call('PATCH', '/v1/organization', key, { suggestions: false })).status).toBe(403);
    await gateway.operate('org suggestions org-suggestions --off');
    await eventually(async () => expect(await known()).toEqual([false, false]));
    await expect(gateway.operate('org suggestions nobody --on')).rejects.toThrow('There is no organization nobody');
  });
});
