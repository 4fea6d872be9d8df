import { readConfig } from '@app/config';
import { webhooksSettings } from '../app.config';
import { userAgentOf } from './user-agent';

const agentOf = (env: Record<string, string>): string => userAgentOf(readConfig(webhooksSettings, env));

it.each([
  ['the pages of this installation', { PUBLIC_URL: 'https://judge.example.com/v1' }, 'https://judge.example.com/docs'],
  ['them on this machine', { WEBHOOK_GUIDE_URL: '' }, 'http://127.0.0.1:8080/docs'],
  ["the operator's own guide", { WEBHOOK_GUIDE_URL: 'https://example.com/guide' }, 'https://example.com/guide'],
])('a delivery leads its receiver to %s [DLV-01]', (_where, env, guide) => {
  expect(agentOf(env)).toBe(`JudgmentService-Webhooks/1 (+${guide})`);
});
