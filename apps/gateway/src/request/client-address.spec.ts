import { ClientAddresses } from './client-address';

const behind = new ClientAddresses(['10.0.0.0/8', '192.0.2.1', '2001:db8:1::/48']);

describe('the address of a client', () => {
  it.each([
    ['a client that connects without a proxy', '203.0.113.7', undefined, '203.0.113.7'],
    ['what a proxy appended', '10.1.2.3', '203.0.113.7', '203.0.113.7'],
    ['what the first of two proxies appended', '192.0.2.1', '203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['what follows the addresses that the client wrote itself', '10.1.2.3', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['the client itself, which says that a proxy sent it', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['an address with a port', '10.1.2.3', '203.0.113.7:5012', '203.0.113.7'],
    ['an IPv4 address that a socket writes as IPv6', '::ffff:10.1.2.3', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the network of an IPv6 address', '2001:db8:1::9', '2001:db8:2:3:4:5:6:7', '2001:db8:2:3::/64'],
    ['the same network for its neighbour', '2001:db8:1::9', '[2001:db8:2:3:ffff::1]:443', '2001:db8:2:3::/64'],
  ])('is %s [DASH-06]', (_what, remoteAddress, forwardedFor, expected) => {
    expect(behind.of({ remoteAddress, forwardedFor })).toBe(expected);
  });

  it.each([
    ['a proxy appended none', '10.1.2.3', undefined],
    ['a proxy appended no address', '10.1.2.3', 'unknown'],
    ['the connection is gone', undefined, '203.0.113.7'],
  ])('is not known when %s: nobody is counted for another [DASH-06]', (_what, remoteAddress, forwardedFor) => {
    expect(behind.of({ remoteAddress, forwardedFor })).toBeNull();
  });

  it('is not known when no proxy is named: behind one that is not, all clients would be one [DASH-06]', () => {
    expect(new ClientAddresses([]).of({ remoteAddress: '203.0.113.7', forwardedFor: '198.51.100.1' })).toBeNull();
  });
});
