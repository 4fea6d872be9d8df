import { publicUrl } from './public-url';

describe('PUBLIC_URL', () => {
  it.each([
    ['https://judge.example.com', 'https://judge.example.com'],
    ['https://judge.example.com/', 'https://judge.example.com'],
    ['https://judge.example.com/v1', 'https://judge.example.com'],
    ['https://judge.example.com/v1/', 'https://judge.example.com'],
    ['https://example.com/judge/v1', 'https://example.com/judge'],
    ['http://10.0.0.1:8080', 'http://10.0.0.1:8080'],
  ])('%s stands for %s', (raw, wanted) => expect(publicUrl.read(raw)).toBe(wanted));

  it.each(['judge.example.com', 'ftp://judge.example.com', 'https://judge.example.com/?a=1', 'https://'])(
    '%s is refused',
    (raw) => expect(() => publicUrl.read(raw)).toThrow(/must/),
  );
});
