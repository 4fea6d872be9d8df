/** A stream of random numbers that depends on its seed only. */
export interface Random {
  /** Uniform in [0, 1), 32 bits. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** Uniform integer in [0, below). */
  index(below: number): number;
}

/**
 * Generator for resampling and simulation: the same seed gives the same stream on every machine.
 * Not for secrets.
 * @param seed integer
 * @see sfc32 of PractRand (C. Doty-Humphrey); Box and Muller 1958
 */
export function randomOf(seed: number): Random {
  let a = 0x9e3779b9 | 0;
  let b = 0x243f6a88 | 0;
  let c = seed | 0;
  let counter = 1;
  const next = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  // Neighbouring seeds begin with similar numbers; fifteen steps separate them.
  for (let i = 0; i < 15; i += 1) next();
  const uniform = () => next() / 2 ** 32;
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    index: (below) => Math.floor(uniform() * below),
  };
}
