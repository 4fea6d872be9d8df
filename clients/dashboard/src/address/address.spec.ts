import { addressOf, addresses, valueIn, withValues } from './address';

const names = ['a/b', '..x', '//', 'a%2Fb', '100%', '.', 'ü/✓', '123', 'true', 'a&b=c#d?e+f'];

it.each(names)('gives %s back as it was', (name) => {
  const address = addresses.document(name, name);
  const search = new URL(address, 'http://127.0.0.1').search;
  expect([valueIn(search, 'ns'), valueIn(search, 'id')]).toEqual([name, name]);
  expect(new URL(address, 'http://127.0.0.1').pathname).toBe('/document');
});

it('leaves out what has no value, and keeps the others when one changes', () => {
  expect(addressOf('/jobs', { status: '', type: undefined })).toBe('/jobs');
  expect(withValues('/documents', '?ns=a%2Fb&order=id', { order: undefined, count: '1' })).toBe(
    '/documents?ns=a%2Fb&count=1',
  );
});
