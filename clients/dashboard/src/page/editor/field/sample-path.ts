/** A path of a document that a recipe may name, with what stands there. */
export interface SamplePath {
  path: string;
  /** The value in short: the text itself, or how many items it has. */
  gist: string;
}

/** Paths that are offered at most; what else there is can be typed. */
const mostPaths = 200;
const deepest = 6;
const longestGist = 60;

interface Sample {
  attributes?: object | null;
  state?: object | null;
  images?: object | null;
}

/** The paths of a document in its order: values, and arrays as a whole. */
export function pathsOf({ attributes, state, images }: Sample): SamplePath[] {
  const found: SamplePath[] = [];
  for (const [root, part] of Object.entries({ attributes, state, images })) visit(root, part ?? {}, 1);
  return found;

  function visit(path: string, part: object, depth: number): void {
    for (const [key, value] of Object.entries(part) as [string, unknown][]) {
      if (found.length >= mostPaths) return;
      const at = `${path}.${keyText(key)}`;
      if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < deepest) {
        visit(at, value, depth + 1);
      } else found.push({ path: at, gist: gistOf(value) });
    }
  }
}

/** A key as it stands in a path: quoted when it holds a dot or a quote mark. */
export function keyText(key: string): string {
  return /^[^."]+$/.test(key) ? key : JSON.stringify(key);
}

function gistOf(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} items`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestGist ? `${text.slice(0, longestGist)}…` : text;
}

/** The paths of a recipe with one more, or without it; the order of ticking is the order in the text. */
export function ticked(fields: readonly string[], path: string, isOn: boolean): string[] {
  if (!isOn) return fields.filter((field) => field !== path);
  return fields.includes(path) ? [...fields] : [...fields, path];
}
