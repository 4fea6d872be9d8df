/** A keeper ends with its channel; its stack's servers and services with it. */
export default async function globalTeardown(): Promise<void> {
  const running = (globalThis.e2eKeepers ?? []).filter(({ exitCode }) => exitCode === null);
  await Promise.all(
    running.map(async (keeper) => {
      const gone = new Promise((resolve) => keeper.once('exit', resolve));
      keeper.kill('SIGTERM');
      await gone;
    }),
  );
}
