/** Runs a command and returns its exit code with all that it wrote to stdout and stderr. */
export async function capture(command: () => Promise<number>): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const out = jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((written.out += String(text)), true));
  const err = jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((written.err += String(text)), true));
  try {
    return { code: await command(), ...written };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}
