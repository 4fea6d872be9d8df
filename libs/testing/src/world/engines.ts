import { sigmoid } from '@app/statistics';
import type { Engine } from './world';

/*
 * Engines that answer a bool. A document's log odds z are its truth. An engine sees them with noise of its own, and says what
 * it sees: with noise of 0.5 that is a little too sure, as engines are.
 */

const noise = 0.5;

/** Version and alternative see every document equally well: no alternative is better or worse. */
export const evenEngine: Engine = (z, random) => ({
  q: sigmoid(z),
  p: sigmoid(z + noise * random.normal()),
  rival: sigmoid(z + noise * random.normal()),
  parts: {},
});

/** The same, read by someone who does not know that the truth has moved by `shift` log odds. */
export function shifted(engine: Engine, shift: number): Engine {
  return (z, random) => ({ ...engine(z, random), q: sigmoid(z + shift) });
}

/** An engine whose alternative sees documents better where `isRivals(z)`, and elsewhere far worse, with so much noise. */
export function rivalled(isRivals: (z: number) => boolean, elsewhere: number): Engine {
  return (z, random) => ({
    q: sigmoid(z),
    p: sigmoid(z + (isRivals(z) ? 1 : noise) * random.normal()),
    rival: sigmoid(z + (isRivals(z) ? 0.2 : elsewhere) * random.normal()),
    parts: {},
  });
}

/** What an unsure answer cannot see, in log odds. */
const hidden = 2;

/** An engine that is unsure between the log odds `from` and `to`, of which its alternative knows more, and elsewhere far less. */
export function rivalledWhereUnsure(from: number, to: number): Engine {
  return (z, random) => {
    const isUnsure = from < z && z < to;
    const truth = isUnsure ? z + (random.uniform() < 0.5 ? hidden : -hidden) : z;
    return {
      q: sigmoid(truth),
      p: sigmoid(z + 0.2 * random.normal()),
      rival: sigmoid(isUnsure ? truth : z + 2.2 * random.normal()),
      parts: {},
    };
  };
}

/** Half of the answers say 0.9 to 1, and of all these the same share comes true; the others read as they come. */
export function saturated(share: number): Engine {
  return (z, random) => {
    if (z < 0) {
      const answer = evenEngine(2 * z + 0.4, random);
      return { ...answer, p: Math.min(answer.p, 0.89), rival: Math.min(answer.rival, 0.89) };
    }
    return { q: share, p: 0.9 + 0.1 * random.uniform(), rival: 0.9 + 0.1 * random.uniform(), parts: {} };
  };
}
