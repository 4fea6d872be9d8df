/** Waits until all work has ended, also when some of it fails. @throws the first failure */
export async function waitUntilAllEnded(work: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
