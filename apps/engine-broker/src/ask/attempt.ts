import { AskInput, AskLimits, AskReply, Earlier, EngineClient, EngineFailure } from '@app/engines';
import { runInSpan } from '@app/observability';
import { killPoint } from '@app/persistence';

export interface AttemptHooks {
  /** Runs before each attempt but the first. @param earlier what those before have brought */
  onAgain(earlier: Earlier | undefined): void;
  /** Runs before a request that could not be foreseen. */
  onFurtherRequest(): void;
  /** `ok`, or the class of the failure. */
  onEnd(outcome: string, ms: number): void;
}

/** The client as the retries see it: each attempt has its span, its place among the kill points, and its measure. */
export function watched(client: EngineClient, engine: string, hooks: AttemptHooks): EngineClient {
  let attempts = 0;
  const askOnce = async (input: AskInput, limits: AskLimits): Promise<AskReply> => {
    attempts += 1;
    if (attempts > 1) hooks.onAgain(limits.earlier);
    const startedAt = performance.now();
    const end = (outcome: string) => hooks.onEnd(outcome, performance.now() - startedAt);
    try {
      await killPoint('engine-broker.ask.before-http');
      const reply = await client.ask(input, { ...limits, onFurtherRequest: () => hooks.onFurtherRequest() });
      await killPoint('engine-broker.ask.after-http');
      end('ok');
      return reply;
    } catch (error) {
      end(error instanceof EngineFailure ? error.failureClass : 'defect');
      throw error;
    }
  };
  return {
    ask: (input, limits) =>
      runInSpan('engine attempt', { kind: 'client', attributes: { engine, attempt: attempts + 1 } }, () =>
        askOnce(input, limits),
      ),
    close: () => client.close(),
  };
}
