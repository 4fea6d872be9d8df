import { EngineRef } from './recipe/mapping';

export interface ExampleProgress {
  phase: 'documents' | 'judging' | 'outcomes' | 'fits';
  done: number;
  total: number;
}

export interface RunExampleOptions {
  /** Base address of the service, ending in `/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Folder of a set in the shared format. */
  folder: string;
  /** Default `examples/<name of the folder>`; of a set of many tenants the prefix over their namespaces. */
  namespace?: string;
  onProgress?(progress: ExampleProgress): void;
  onWarning?(message: string): void;
  /** Freshness of all judgments; default the set's own, else on_change with a debounce of 1 s. */
  freshness?: Record<string, unknown>;
  /** Default `jev` at `current`. */
  engine?: EngineRef;
  /** Where progress is kept, so that a broken run goes on where it stopped; null keeps none. Default null. */
  stateFolder?: string | null;
  /** Where reports are saved, as JSON and as pages; null saves none. Default null. */
  reportFolder?: string | null;
  /** Documents in a request, 100 to 500; default 250. */
  batchSize?: number;
  /** Requests at a time; default 4. */
  inFlight?: number;
  /** Default 500. */
  pollMs?: number;
  /** Default 10 s. */
  stallMs?: number;
  /** Default 120 s. */
  giveUpMs?: number;
}
