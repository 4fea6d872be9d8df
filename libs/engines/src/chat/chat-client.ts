import type { Dispatcher } from 'undici';
import type { Clock } from '../clock';
import type { AskLimits } from '../engine-client';
import { Transport } from '../transport/transport';
import type { ChatEntry } from './chat-entry';
import { ChatPrompt, completionBody, completionObject } from './completion';

/** Asks one chat model for JSON, over the transport of the engines. */
export class ChatClient {
  private readonly transport: Transport;

  constructor(
    private readonly entry: ChatEntry,
    deps: { clock: Clock; dispatcher?: Dispatcher },
  ) {
    this.transport = new Transport(entry, deps.clock, deps.dispatcher);
  }

  /**
   * Makes one attempt, without retries.
   * @returns the JSON object that the model answered
   * @throws EngineFailure when there is none
   */
  async complete(prompt: ChatPrompt, { deadlineMs, signal }: AskLimits): Promise<Record<string, unknown>> {
    const body = completionBody(this.entry.model, prompt);
    const { json, requestId } = await this.transport.post(body, { timeoutMs: deadlineMs, signal });
    return completionObject(json, requestId);
  }

  /** Waits for attempts in flight, then closes the connections. */
  close(): Promise<void> {
    return this.transport.close();
  }
}
