import { verdictOf } from '../provider-client/claims';
import { addressOf, vouchedAddress } from './vouched-address';

const domains = ['firm.example', 'firm.test'];
const own = 'Ada@FIRM.example';
const other = 'ada@other.example';
const yes = 'vouched';
const none = 'unverified';
const no = 'address_not_verified';

describe('an address of a provider', () => {
  it.each<[claim: unknown, one: string, many: string, invitedOne: string, invitedMany: string, stranger: string]>([
    [true, yes, yes, yes, none, none],
    ['true', yes, yes, yes, none, none],
    [undefined, yes, none, yes, none, none],
    [null, yes, none, yes, none, none],
    [false, no, no, no, no, none],
    ['false', no, no, no, no, none],
    ['TRUE', no, no, no, no, none],
    [1, no, no, no, no, none],
    ['', no, no, no, no, none],
    [{}, no, no, no, no, none],
  ])('with email_verified %j counts where it is known whose it is [AUTH-08]', (claim, ...expected) => {
    const said = (email: string, isOneDirectory: boolean, isInvited: boolean): string => {
      const claims = { email, emailVerified: verdictOf(claim), isOneDirectory };
      const vouched = vouchedAddress(claims, { domains, isInvited });
      return 'refusal' in vouched ? vouched.refusal : yes;
    };
    const [ofOne, ofMany] = [said(own, true, false), said(own, false, false)];
    const [invitedOne, invitedMany] = [said(other, true, true), said(other, false, true)];
    expect([ofOne, ofMany, invitedOne, invitedMany, said(other, true, false)]).toEqual(expected);
    // An invitation takes nothing from an address of the domains.
    expect([said(own, true, true), said(own, false, true)]).toEqual([ofOne, ofMany]);
  });

  it('counts in any case of its domain, and stays as it was written [AUTH-08]', () => {
    const claims = { email: own, emailVerified: true, isOneDirectory: true };
    expect(vouchedAddress(claims, { domains, isInvited: false })).toEqual({ email: own });
  });

  it.each([null, '', 'ada', '@firm.example', 'a b@firm.example', 'a@b@firm.example', 'a\0@firm.example'])(
    '%j is none [AUTH-08]',
    (email) => {
      const claims = { email, emailVerified: true, isOneDirectory: true };
      expect(addressOf(claims)).toBeNull();
      expect(vouchedAddress(claims, { domains, isInvited: true })).toEqual({ refusal: 'unverified' });
    },
  );
});
