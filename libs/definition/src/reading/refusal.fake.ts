import { Problem } from '@app/problem';

/** What a call is refused with. @throws what else it throws, or an Error when it accepts */
export function refusalOf(act: () => unknown): Problem {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown;
    throw thrown;
  }
  throw new Error('was accepted');
}
