import { readConfig } from '@app/config';
import { gatewaySettings } from '../app.config';
import { checkAddressRanges } from './address-ranges';

const { webhookEgressAddresses } = gatewaySettings;
const read = (text?: string): readonly string[] =>
  readConfig({ webhookEgressAddresses }, { WEBHOOK_EGRESS_ADDRESSES: text }).webhookEgressAddresses;

describe('WEBHOOK_EGRESS_ADDRESSES', () => {
  it('is a list, empty by default [WHK-28]', () => {
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
  ])('%s fails the start with a sentence [WHK-28]', (text) => {
    expect(() => read(text)).toThrow(/WEBHOOK_EGRESS_ADDRESSES/);
  });

  it('names the wrong entry', () => {
    expect(() => checkAddressRanges(['203.0.113.7', 'nowhere'])).toThrow('"nowhere" is neither');
  });
});
