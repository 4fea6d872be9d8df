import { FaultyProvider } from '../testing/faulty-provider';
import { GatewayClient, openGateway } from '../testing/gateway-client';

describe('an identity provider that the operator sets', () => {
  let gateway: GatewayClient;
  let provider: FaultyProvider;

  beforeAll(async () => {
    gateway = await openGateway();
    provider = await FaultyProvider.start();
    await gateway.operate('org create firm --plan scale');
  });
  afterAll(async () => {
    await provider.stop();
    await gateway.close();
  });

  const set = (issuer: string, domain: string): Promise<string> =>
    gateway.operate(`org idp-set --org firm --issuer ${issuer} --client-id judgment --domains ${domain}`);
  const stored = async (): Promise<unknown> =>
    (await gateway.running.platform.database.query('select issuer from identity_provider order by issuer')).rows;

  it('is refused and not written when its document has a placeholder for directories [AUTH-08]', async () => {
    const named = `${provider.origin}/{tenantid}/v2.0`;
    provider.fault = { instead: { path: 'document', answer: (to) => to.end(JSON.stringify({ issuer: named })) } };
    await expect(set(`${provider.origin}/any`, 'firm.example')).rejects.toThrow(
      /many directories, as `\{tenantid\}` in it shows\. Give the issuer of one directory.*\/<tenant-id>\/v2\.0$/,
    );
    expect(await stored()).toEqual([]);
  });

  it('is set before it can be reached, and the command says that it was not looked at [AUTH-08]', async () => {
    const closed = await FaultyProvider.start();
    await closed.stop();
    const unread =
      `Its document was not read (${closed.origin}/.well-known/openid-configuration: ECONNREFUSED); ` +
      'it signs nobody in until the gateway can read it.';
    expect((await set(closed.origin, 'firm.example')).split('\n')).toEqual([
      expect.stringMatching(/^provider idp_\w+ \(http:\S+\) signs people into firm$/),
      unread,
    ]);
    expect(await stored()).toEqual([{ issuer: closed.origin }]);
    expect(await gateway.operate('org idp-list --org firm')).toContain(unread);
  });

  it('is set, and nothing is printed of its document, when it is that of one directory [AUTH-08]', async () => {
    provider.fault = {};
    expect(await set(`${provider.origin}/one`, 'one.example')).toMatch(/ signs people into firm$/);
  });
});
