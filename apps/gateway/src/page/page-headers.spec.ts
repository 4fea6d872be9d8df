import { commonHeaders, pageHeaders } from './page-headers';

it('lets no script or style run without the nonce, nor from another host, nor in a frame [DASH-06]', () => {
  const { 'content-security-policy': policy } = pageHeaders('n0nce', 'http://127.0.0.1:8080');
  expect(policy).toContain("script-src 'nonce-n0nce' 'strict-dynamic';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

it('asks for https only where people reach the service by it', () => {
  expect(commonHeaders('https://judge.example.com')).toHaveProperty('strict-transport-security');
  expect(commonHeaders('http://127.0.0.1:8080')).not.toHaveProperty('strict-transport-security');
});
