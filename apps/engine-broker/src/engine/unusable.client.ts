import { AskReply, EngineClient, EngineFailure } from '@app/engines';

/** Stands where what is set for a name cannot be asked: it fails as a refused key does, so that the circuit opens at once. */
export class UnusableClient implements EngineClient {
  constructor(private readonly problem: string) {}

  async ask(): Promise<AskReply> {
    throw new EngineFailure('auth', this.problem);
  }

  async close(): Promise<void> {}
}
