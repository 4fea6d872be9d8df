import type { Schema } from '@app/sdk/client';

type Engine = Pick<Schema<'EngineView'>, 'name' | 'version' | 'source'>;

/** Where the texts of documents go when a question is asked. */
export interface Destination {
  /** Whether they leave the installation. */
  isAway: boolean;
  sentence: string;
}

/**
 * Says where questions and texts go.
 * @param asked the engine that would answer
 * @param engines as `GET /engines` lists them
 * @param host of the model's server; null where this person may not see models, and of what stands inside the service
 */
export function destinationOf(
  asked: { name: string; version: string },
  engines: readonly Engine[],
  host: string | null,
): Destination {
  const { name } = asked;
  const found =
    engines.find((engine) => engine.name === name && engine.version === asked.version) ??
    engines.find((engine) => engine.name === name);
  const at = host === null ? '' : ` at ${host}`;
  switch (found?.source) {
    case 'hosted': {
      const who = host === null ? ' of the provider that the operator of this service chose' : at;
      return {
        isAway: true,
        sentence: `${name} answers, a hosted model${who}. The question and the texts that it reads are sent there: they leave this installation.`,
      };
    }
    case 'local':
      return {
        isAway: false,
        sentence: `${name} answers, a model that the operator runs beside this service${at}. Nothing leaves this installation.`,
      };
    case 'built_in':
      return {
        isAway: false,
        sentence:
          'Nothing leaves this machine: the built-in engine answers. It only counts words and understands nothing, so its answers show how this works and not what your documents say.',
      };
    case 'simulator':
      return {
        isAway: false,
        sentence: `${name} is answered by a simulator for tests. Nothing leaves this installation.`,
      };
    default:
      return { isAway: false, sentence: `${name} is not active: nothing can be asked of it.` };
  }
}

/** The host of an address, such as `api.example.com`; null for none, and for a text that is no address. */
export function hostOf(address: string | null | undefined): string | null {
  return address && URL.canParse(address) ? new URL(address).host : null;
}
