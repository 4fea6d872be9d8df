/** Levels of the services' JSON lines (pino's numbers). */
const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const;
export type Level = keyof typeof levels;

export interface LogLine {
  level: Level;
  message: string;
}

const colours = [36, 32, 34, 35, 33, 96, 92, 94];

/** Reads one line of a service: its JSON, else plain text (a crash speaks plainly, on stderr). */
export function readLine(line: string, stream: 'stdout' | 'stderr'): LogLine {
  if (line.startsWith('{')) {
    try {
      return readJson(JSON.parse(line) as Record<string, unknown>, line);
    } catch {
      // Cut off in the middle by a kill: shown as it stands.
    }
  }
  return { level: stream === 'stderr' ? 'warn' : 'info', message: line };
}

export function isShown({ level }: LogLine, least: Level = 'warn'): boolean {
  return levels[level] >= levels[least];
}

/** `documents-0 │ warn │ message`, coloured by process where the terminal can. */
export function renderLine(process: string, index: number, { level, message }: LogLine, isColoured: boolean): string {
  const name = process.padEnd(15);
  const colour = colours[index % colours.length];
  return `${isColoured ? `\x1b[${colour}m${name}\x1b[0m` : name} │ ${level} │ ${message}`;
}

function readJson(entry: Record<string, unknown>, line: string): LogLine {
  const { level, msg, err, code, route } = entry;
  const names = Object.keys(levels) as Level[];
  const known = names.find((name) => level === name || level === levels[name]) ?? 'info';
  const cause = typeof err === 'object' && err !== null && 'message' in err ? String(err.message) : '';
  // A refusal says which: "refused" alone would send a reader to the file.
  const refusal = [code, route].filter((part) => typeof part === 'string').join(' ');
  const text = [typeof msg === 'string' ? msg : '', refusal, cause].filter(
    (part, i, all) => part && all.indexOf(part) === i,
  );
  return { level: known, message: text.join(': ') || line };
}
