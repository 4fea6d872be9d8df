/** Runs a command and gives its exit code with all that it said on the terminal's two streams. */
export async function heard(command: () => Promise<number>): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const out = jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((said.out += String(text)), true));
  const err = jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((said.err += String(text)), true));
  try {
    return { code: await command(), ...said };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}
