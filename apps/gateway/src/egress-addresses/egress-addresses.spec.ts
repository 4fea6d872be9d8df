import { readConfig } from '@app/config';
import { gatewaySettings } from '../app.config';
import { checkEgressAddresses } from './egress-addresses';

const { webhookEgressAddresses } = gatewaySettings;
const read = (text?: string): readonly string[] =>
  readConfig({ webhookEgressAddresses }, { WEBHOOK_EGRESS_ADDRESSES: text }).webhookEgressAddresses;

describe('addresses that webhooks come from', () => {
  it('are a list, empty until the operator knows them [WHK-28]', () => {
    expect(read()).toEqual([]);
    expect(read('["203.0.113.7","198.51.100.0/24","2001:db8::/64"]')).toEqual([
      '203.0.113.7',
      '198.51.100.0/24',
      '2001:db8::/64',
    ]);
  });

  it.each([
    ['"203.0.113.7"'],
    ['["hooks.example.com"]'],
    ['["203.0.113.7/33"]'],
    ['[7]'],
    ['["7"]'],
    ['["10.1/8"]'],
    ['203.0.113.7'],
  ])('%s stops the start with a sentence [WHK-28]', (text) => {
    expect(() => read(text)).toThrow(/WEBHOOK_EGRESS_ADDRESSES/);
  });

  it('name the entry that is wrong', () => {
    expect(() => checkEgressAddresses(['203.0.113.7', 'nowhere'])).toThrow('"nowhere" is neither');
  });
});
