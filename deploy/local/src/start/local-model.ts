import { chatCandidatesOf, decisionModelOf, type ChatTrial } from '@app/engines';
import type { Kept } from '../state/state';
import { isConfigured } from './configured';
import type { EngineFile } from './engine-file';

const ollama = 'http://127.0.0.1:11434';
/** Longest time for the list of models; it is asked for while Postgres starts. */
const listMs = 1_000;
/** As many as the broker tries. */
const maxTried = 3;

interface LocalModelDeps {
  env: NodeJS.ProcessEnv;
  /** Null where the operator names a file of entries. */
  file: EngineFile | null;
  known: Kept['localChat'];
  keep: (found: NonNullable<Kept['localChat']>) => void;
  list: (baseUrl: string, timeoutMs: number) => Promise<string[]>;
  tryModel: (baseUrl: string, model: string) => Promise<ChatTrial>;
  say: (line: string) => void;
  /** The broker finds the model only after the example. */
  isExampleFirst: boolean;
}

/**
 * A chat model of a local server, for a start where nothing is configured for `jev`. Until it has answered two questions, and the
 * example is judged, the file of entries holds the built-in engine there; then the broker takes the model up by itself.
 */
export class LocalModelSearch {
  private readonly baseUrl: string;
  private candidates: string[] = [];
  private trial: Promise<boolean> = Promise.resolve(false);

  constructor(private readonly deps: LocalModelDeps) {
    this.baseUrl = (deps.env['ENGINE_OLLAMA_URL'] || ollama).replace(/\/$/, '');
  }

  /** Looks at the list, and begins the trial without waiting for it. Ends before the services start, within a second. */
  async begin(): Promise<void> {
    const { env, file, known, say } = this.deps;
    if (file === null || !URL.canParse(this.baseUrl) || isConfigured('jev', env)) return;
    const ids = await this.deps.list(this.baseUrl, listMs);
    if (decisionModelOf(ids) !== null) return;
    this.candidates = chatCandidatesOf(ids).slice(0, maxTried);
    if (known?.baseUrl === this.baseUrl && ids.includes(known.model)) return say(foundLine(known));
    if (this.candidates.length === 0) return;
    file.hold('jev', { preset: 'built_in' });
    this.trial = this.tryAll().catch((error: unknown) => {
      say(`The local model could not be tried: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    });
  }

  /** Lets the broker look by itself, once the trial has ended. @returns whether it will find a model that is quick enough */
  async release(): Promise<boolean> {
    const isFound = await this.trial;
    this.deps.file?.release('jev');
    return isFound;
  }

  private async tryAll(): Promise<boolean> {
    for (const model of this.candidates) {
      const { seconds, reason } = await this.deps.tryModel(this.baseUrl, model);
      if (seconds === null) {
        this.deps.say(`${model} at ${this.baseUrl} is not used: ${reason}`);
        continue;
      }
      const found = { baseUrl: this.baseUrl, model, seconds };
      this.deps.keep(found);
      this.deps.say(`${foundLine(found)}${this.deps.isExampleFirst ? ', once the example is judged' : ''}`);
      return true;
    }
    return false;
  }
}

function foundLine({ baseUrl, model, seconds }: NonNullable<Kept['localChat']>): string {
  return `${model} at ${baseUrl} answers for jev, ${seconds.toFixed(1)} s a question (ENGINE_OLLAMA_URL=none: the built-in engine)`;
}
