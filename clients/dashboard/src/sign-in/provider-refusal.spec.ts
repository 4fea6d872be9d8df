import { providerAddress, providerRefusal } from './provider-refusal';

it('says why a provider signed nobody in, and nothing for a reason of somebody else [DASH-06]', () => {
  expect(providerRefusal('?sign_in=no_role')).toContain('None of your groups has a role here');
  expect(providerRefusal('?sign_in=unverified')).toContain('Your provider did not confirm an address');
  expect(providerRefusal('?sign_in=address_not_verified')).toContain('says that your address is not verified');
  expect(['', '?sign_in=', '?sign_in=toString', '?sign_in=<b>hello</b>'].map(providerRefusal)).toEqual(
    Array(4).fill(null),
  );
});

it('leads back to the page that was open, without the refusal of before [DASH-06]', () => {
  const page = { pathname: '/app/judgments/a%2Fb', search: '?tab=review&sign_in=expired', hash: '#row-3' };
  const address = new URL(providerAddress('idp_1/x', page), 'https://own.invalid');
  expect(address.pathname).toBe('/v1/sign-in/oidc/idp_1%2Fx');
  expect(address.searchParams.get('return_to')).toBe('/app/judgments/a%2Fb?tab=review#row-3');
  expect(address.searchParams.has('again')).toBe(false);
  expect(new URL(providerAddress('idp_1', page, true), 'https://own.invalid').searchParams.get('again')).toBe('true');
});
