/** The house ends with its channel; its servers and services with it. */
export default async function globalTeardown(): Promise<void> {
  const house = globalThis.e2eHouse;
  if (!house || house.exitCode !== null) return;
  const gone = new Promise((resolve) => house.once('exit', resolve));
  house.kill('SIGTERM');
  await gone;
}
