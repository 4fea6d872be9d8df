import type { Runtime } from './options';

/** The real clock, chance and network. */
export const realRuntime: Runtime = {
  nowMs: () => Date.now(),
  random: () => Math.random(),
  fetch: (...args) => fetch(...args),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};
