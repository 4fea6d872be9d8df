import type { Schema } from '@app/sdk/client';

type ModelInForce = Pick<Schema<'ModelView'>, 'engine' | 'set_by' | 'source' | 'overridden'>;
type Tried = Schema<'TriedQuestion'>;

/** Who decided what stands behind a name, and where that is changed. */
export function setByText({ engine, set_by: by, source, overridden }: ModelInForce): string {
  if (by === 'operator') {
    const behind = overridden ? ' A model that was saved here answers once that entry is gone.' : '';
    return `The operator's configuration sets it, in ENGINES, in the file that ENGINE_ENTRIES_FILE names, or by ${keyVariable(engine)}. It goes before what is saved here, so it is changed there.${behind}`;
  }
  if (by === 'start') {
    const behind = overridden ? ' A model that was saved here answers after that.' : '';
    return `While npm start judges its example, its own file holds this entry. It can be set here once the example is judged.${behind}`;
  }
  if (by === 'owner') return 'Set here.';
  return source === 'local'
    ? 'Nothing is set: the service found this model on a server beside it.'
    : 'Nothing is set: the built-in engine answers. It compares words and understands nothing.';
}

function keyVariable(engine: string): string {
  return `ENGINE_${engine.toUpperCase().replaceAll('-', '_')}_KEY`;
}

/** Where the texts of documents go once a model is saved. @param address null: not typed yet */
export function destinationText(address: string | null): string {
  if (address === null) return 'Type the address of the server: the texts of documents are sent there.';
  const to = `Once it is saved, questions and texts of documents of all organizations are sent to ${address}.`;
  return isOfThisMachine(address) ? to : `${to} They leave this installation.`;
}

function isOfThisMachine(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname);
}

/** How a chat model's probabilities are had. */
export const readsWords: Readonly<Record<string, string>> = {
  logprobs: 'from the log probabilities of its tokens',
  stated: 'as numbers that it states',
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
