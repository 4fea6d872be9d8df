import { EngineAnswer, EngineChanged } from '@app/contracts/engines';

/** An engine answer with nothing in it. */
export const noAnswer: EngineAnswer = {
  failure: null,
  p: null,
  value: null,
  dist: null,
  escape_p: null,
  score: null,
  normalized: null,
  order: null,
};

/** The answer of the fake engine to a question of a type. */
export function answerTo(type: string, option = ''): EngineAnswer {
  if (type === 'bool') return { ...noAnswer, p: 0.62 };
  if (type === 'choice') return { ...noAnswer, value: option, dist: { [option]: 0.9 }, escape_p: 0.1, order: [option] };
  return { ...noAnswer, value: 2, score: 1.8, normalized: 0.8, dist: { 1: 0.2, 2: 0.8 } };
}

/** What the broker publishes of the one engine of these specs. */
export const jev: EngineChanged = {
  engine: { name: 'jev', version: 'current' },
  active: true,
  engine_version: 'current+2026-03-02.1',
  circuit_open: false,
  weight: 1,
  source: 'hosted',
  limits: { images: false, max_context_tokens: 32_000, questions_per_request: 32, options: 254, levels: 10 },
  probability_step: null,
  revision: 1,
  changed_at: '2026-03-02T00:00:00.000Z',
};
