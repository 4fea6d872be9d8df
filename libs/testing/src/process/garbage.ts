import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A whole collection, now. V8 gives the function to contexts that are made after its flag is set. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
