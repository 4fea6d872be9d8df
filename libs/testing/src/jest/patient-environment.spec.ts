import { patient } from './patience.cjs';

const limitMs = 700;
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('the limit', () => {
  beforeAll(() => rest(limitMs + 100), limitMs);

  it(
    'of a test and of a hook is longer than they say',
    async () => {
      await rest(limitMs + 100);
      expect(patient(limitMs)).toBeGreaterThan(2 * limitMs);
    },
    limitMs,
  );
});
