import type { Schema } from '@app/sdk/client';

type ModelInForce = Pick<Schema<'ModelView'>, 'engine' | 'set_by' | 'source' | 'overridden'>;
type Tried = Schema<'TriedQuestion'>;

/** Who decided what stands behind a name, and where that is changed. */
export function setByText({ engine, set_by: by, source, overridden }: ModelInForce): string {
  if (by === 'operator') {
    const behind = overridden ? ' The model saved here applies once that entry is removed.' : '';
    return `The operator's configuration sets it, in ENGINES, in the file that ENGINE_ENTRIES_FILE names, or by ${keyVariable(engine)}. It takes precedence over this page, so change it there.${behind}`;
  }
  if (by === 'start') {
    const behind = overridden ? ' The model saved here applies after that.' : '';
    return `While npm start judges its example, its own file holds this entry. It can be set here once the example is judged.${behind}`;
  }
  if (by === 'owner') return 'Configured here.';
  return source === 'local'
    ? 'Not configured: the service found this model on a local server.'
    : 'Not configured: the built-in engine answers, by word matching only.';
}

function keyVariable(engine: string): string {
  return `ENGINE_${engine.toUpperCase().replaceAll('-', '_')}_KEY`;
}

/** Where the texts of documents go once a model is saved. @param address null: not typed yet */
export function destinationText(address: string | null): string {
  if (address === null) return 'Enter the base URL of the server. Texts of documents are sent there.';
  const to = `Once it is saved, questions and texts of documents of all organizations are sent to ${address}.`;
  return isOfThisMachine(address) ? to : `${to} They leave this installation.`;
}

function isOfThisMachine(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname);
}

/** How a chat model's probabilities are had. */
export const readsWords: Readonly<Record<string, string>> = {
  logprobs: 'from log probabilities of tokens',
  stated: 'as stated by the model',
};

/** What a model answered to one question; empty where it did not. */
export function readingText({ type, answered, p, value, dist, score }: Tried): string {
  if (!answered) return '';
  if (type === 'bool') return `yes with ${number(p)}`;
  const spread = Object.entries(dist ?? {}).map(([item, share]) => `${item} ${number(Number(share))}`);
  const first = type === 'score' ? number(score) : String(value ?? 'none of these');
  return `${first}: ${spread.join(', ')}`;
}

function number(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}
