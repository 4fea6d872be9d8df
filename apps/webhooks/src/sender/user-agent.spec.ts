import { readConfig } from '@app/config';
import { webhooksSettings } from '../app.config';
import { userAgentOf } from './user-agent';

const repository = 'https://git.example.com/judgment/docs/guide/webhooks.md';
const agentOf = (env: Record<string, string>, published: string | null): string =>
  userAgentOf(readConfig(webhooksSettings, env), published);

it.each([
  [
    'the guide of this installation',
    { PUBLIC_URL: 'https://judge.example.com/v1' },
    'https://judge.example.com/docs/webhooks',
  ],
  ["the operator's own guide", { WEBHOOK_GUIDE_URL: 'https://example.com/guide' }, 'https://example.com/guide'],
  ['the repository where an installation knows no address of its own', {}, repository],
])('a delivery leads its receiver to %s [DLV-01]', (_where, env, guide) => {
  expect(agentOf(env, repository)).toBe(`JudgmentService-Webhooks/1 (+${guide})`);
});

it('a delivery of this machine leads to it while no repository is public [DLV-01]', () => {
  const guide = 'http://127.0.0.1:8080/docs/webhooks';
  expect(agentOf({ WEBHOOK_GUIDE_URL: '' }, null)).toBe(`JudgmentService-Webhooks/1 (+${guide})`);
});
