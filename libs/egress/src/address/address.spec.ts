import fc from 'fast-check';
import { classify, isSameAddress } from './address';
import { isInside } from './prefix';
import { Span, besideTheRegistries, numberOf, registryBlocks, spanOf, textOf } from './registry.fake';

const registered = [...registryBlocks(4), ...registryBlocks(6)];
const beside = Object.values(besideTheRegistries).flatMap(({ blocks }) => blocks);
const spans = [...registered, ...beside].map(spanOf);
const isRefusedBySources = (family: 4 | 6, number: bigint): boolean =>
  spans.some((span) => span.family === family && span.first <= number && number <= span.last);
const bigintIn = ({ first, last }: Span) => fc.bigInt({ min: first, max: last });

describe("IANA's registries", () => {
  it('are read completely, as numbers that agree with the texts', () => {
    expect([registryBlocks(4).length, registryBlocks(6).length]).toEqual([26, 25]);
    expect(registered).toEqual(
      expect.arrayContaining(['192.0.0.171/32', '255.255.255.255/32', '2001::/32', 'fe80::/10']),
    );
    expect(textOf(6, numberOf('2001:db8::5:1'))).toBe('2001:db8:0:0:0:0:5:1');
    expect(textOf(4, numberOf('169.254.1.2'))).toBe('169.254.1.2');
    expect(numberOf('::ffff:0:0')).toBe(0xffff_0000_0000n);
  });

  it.each([...registered, ...beside])('%s is refused completely [SSRF-04]', (cidr) => {
    const span = spanOf(cidr);
    for (const edge of [span.first, span.last]) expect(classify(textOf(span.family, edge))).not.toBe('public');
    fc.assert(
      fc.property(bigintIn(span), (number) => expect(classify(textOf(span.family, number))).not.toBe('public')),
    );
  });

  it.each([...registered, ...beside])(
    '%s: an address before or after it is refused only by another block [SSRF-04]',
    (cidr) => {
      const { family, first, last } = spanOf(cidr);
      const end = family === 4 ? 1n << 32n : 1n << 128n;
      for (const number of [first - 1n, last + 1n].filter((each) => each >= 0n && each < end)) {
        const ip = textOf(family, number);
        expect([ip, classify(ip) === 'public']).toEqual([ip, !isRefusedBySources(family, number)]);
      }
    },
  );

  it('agree with the guard on any address, so that nothing is refused without a source [SSRF-04]', () => {
    const all4 = fc.bigInt({ min: 0n, max: (1n << 32n) - 1n }).map((number) => [4, number] as const);
    const all6 = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }).map((number) => [6, number] as const);
    const global6 = bigintIn(spanOf('2000::/3')).map((number) => [6, number] as const);
    const low6 = bigintIn(spanOf('2001::/22')).map((number) => [6, number] as const);
    fc.assert(
      fc.property(fc.oneof(all4, all6, global6, low6), ([family, number]) => {
        expect(classify(textOf(family, number)) === 'public').toBe(!isRefusedBySources(family, number));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('classify', () => {
  it('refuses every form that embeds an IPv4 address, also a public one [SSRF-04]', () => {
    for (const ip of [
      '::8.8.8.8',
      '::ffff:8.8.8.8',
      '::ffff:0:808:808',
      '64:ff9b::808:808',
      '64:ff9b:1::808:808',
      '2002:808:808::1',
      '2001:0:4136:e378:8000:63bf:f7f7:f7f7',
    ]) {
      expect([ip, classify(ip)]).toEqual([ip, 'embeds_ipv4']);
    }
  });

  it('names the kind [SSRF-04]', () => {
    const kinds = [
      '127.0.0.1',
      '::1',
      '10.1.1.1',
      'fd00::1',
      '100.64.0.1',
      '169.254.169.254',
      'ff02::1',
      '0.0.0.0',
      '::',
    ];
    expect(kinds.map(classify)).toEqual([
      'loopback',
      'loopback',
      'private',
      'private',
      'carrier_nat',
      'link_local',
      'multicast',
      'unspecified',
      'unspecified',
    ]);
  });

  it('reads canonical addresses only', () => {
    for (const text of [
      '',
      'example.com',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '127.1',
      'fe80::1%eth0',
      '[::1]',
      '8.8.8.8 ',
    ]) {
      expect([text, classify(text)]).toEqual([text, 'unreadable']);
    }
  });

  it('agrees with a mask on the whole number', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.nat(0xffffffff), fc.nat(32), (network, address, bits) => {
        const bytes = (n: number): number[] => [24, 16, 8, 0].map((shift) => (n >>> shift) & 0xff);
        const cut = 2 ** (32 - bits);
        const same = Math.floor(network / cut) === Math.floor(address / cut);
        expect(isInside(bytes(address), { bytes: bytes(network), bits })).toBe(same);
      }),
    );
  });
});

describe('isSameAddress', () => {
  it('compares addresses, not texts', () => {
    expect(isSameAddress('2606:4700::1', '2606:4700:0:0::1')).toBe(true);
    expect(isSameAddress('1.1.1.1', '1.1.1.2')).toBe(false);
    expect(isSameAddress(undefined, '1.1.1.1')).toBe(false);
    expect(isSameAddress('', '')).toBe(false);
  });
});
