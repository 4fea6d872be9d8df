/** Ends one thing that was opened. */
export type Closing = () => Promise<void> | void;

/** Ends what was opened, the last first. Each is tried; @throws the first error after all were. */
export async function closeAll(closing: Closing[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closing.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
