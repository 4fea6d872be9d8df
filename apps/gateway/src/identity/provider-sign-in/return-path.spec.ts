import { returnPathOf } from './return-path';

describe('the page to which a sign-in leads back', () => {
  it.each(['/app/', '/app/judgments/acme?tab=review#row-3', '/app/namespaces/a%2Fb'])(
    'is a page of the dashboard: %s [DASH-06]',
    (asked) => expect(returnPathOf(asked)).toBe(asked),
  );

  it.each([
    [null],
    [''],
    ['//evil.example'],
    ['/\\evil.example/app/'],
    ['\\evil.example'],
    ['https://evil.example/app/'],
    ['/app/..//evil.example'],
    ['/app/../v1/documents'],
    ['/app/%2e%2e//evil.example'],
    ['/app//evil.example'],
    ['/application/'],
    ['/\t/evil.example'],
    ['javascript:alert(1)'],
    [`/app/${'a'.repeat(2000)}`],
  ])('is the first page for anything else: %s [DASH-06]', (asked) => expect(returnPathOf(asked)).toBe('/app/'));
});
