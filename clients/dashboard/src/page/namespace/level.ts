/** A step of the way to a prefix: its words and the prefix that it leads to. */
export interface Step {
  words: string;
  prefix: string;
}

/**
 * The level that a typed prefix lies on: names are listed by their next part below its last slash.
 * `acme/pr` lies on the level `acme/` and keeps what begins with `pr`.
 */
export function levelOf(typed: string): { level: string; steps: Step[] } {
  const parts = typed.split('/').slice(0, -1);
  const steps = parts.map((words, at) => ({ words, prefix: `${parts.slice(0, at + 1).join('/')}/` }));
  return { level: steps.at(-1)?.prefix ?? '', steps };
}

/** A name without the level that it is shown on. */
export function belowLevel(name: string, level: string): string {
  return name.startsWith(level) ? name.slice(level.length) : name;
}
