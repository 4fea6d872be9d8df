import { faultOfName } from './namespace-name';

it('a name that the service would refuse says what is wrong with it before anything is sent', () => {
  expect(['acme/', 'acme/a b', `a/${'x'.repeat(255)}`, 'acme/prod/t1'].map(faultOfName)).toEqual([
    'Give it a name.',
    'Use letters, digits and . _ : / - only.',
    'A name has at most 256 characters.',
    null,
  ]);
});
