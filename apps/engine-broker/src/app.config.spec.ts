import { readConfig } from '@app/config';
import { brokerSettings } from './app.config';

it.each([
  ['looked for on this machine by default', {}, 'http://127.0.0.1:11434'],
  ['so too where the variable is empty', { ENGINE_OLLAMA_URL: '' }, 'http://127.0.0.1:11434'],
  ['looked for elsewhere', { ENGINE_OLLAMA_URL: 'http://ollama:11434' }, 'http://ollama:11434'],
  ['looked for nowhere', { ENGINE_OLLAMA_URL: 'none' }, ''],
])('a local model is %s', (_where, env: Record<string, string>, wanted) => {
  expect(readConfig(brokerSettings, env).ollamaUrl).toBe(wanted);
});
