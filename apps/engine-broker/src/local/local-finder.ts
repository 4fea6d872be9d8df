import {
  ChatTrial,
  LocalModel,
  chatCandidatesOf,
  decisionModelOf,
  listLocalModels,
  secondsToAnswer,
  tryChatModel,
} from '@app/engines';
import type { Logger } from '@app/observability';

/** Chat models of one list that are tried: each may have to be loaded. */
const maxTried = 3;
/** A model that was no use is left alone so long: a trial loads it into the memory of somebody's machine. */
export const againAfterMs = 3_600_000;

interface FinderDeps {
  /** What stands behind the name by its row, if it is a local model: another replica may have tried it. */
  readInUse: () => Promise<LocalModel | null>;
  nowMs: () => number;
  /** Null where somebody reads the outcome at once. */
  logger: Logger | null;
  /** A spec answers for the model. */
  tryModel?: (baseUrl: string, model: string) => Promise<ChatTrial>;
}

/** Chooses the model to use of those that a local server lists, and asks a chat model questions before it is used. */
export class LocalFinder {
  private readonly accepted = new Map<string, LocalModel>();
  private readonly refusedAtMs = new Map<string, number>();

  constructor(private readonly deps: FinderDeps) {}

  /**
   * @param timeoutMs longest time for the list
   * @returns a decision model, else a chat model that has answered in time, else null; never rejects
   */
  async find(baseUrl: string, timeoutMs: number): Promise<LocalModel | null> {
    try {
      const ids = await listLocalModels(baseUrl, timeoutMs);
      const decision = decisionModelOf(ids);
      if (decision !== null) return { baseUrl, model: decision, reads: null };
      return await this.findChat(baseUrl, chatCandidatesOf(ids));
    } catch (error) {
      this.deps.logger?.warn({ err: error }, 'the look for a local model failed; the next one comes by itself');
      return null;
    }
  }

  private async findChat(baseUrl: string, candidates: readonly string[]): Promise<LocalModel | null> {
    if (candidates.length === 0) return null;
    const inUse = await this.deps.readInUse();
    if (inUse !== null && inUse.reads !== null && candidates.includes(inUse.model)) return inUse;
    const known = candidates.find((model) => this.accepted.has(model));
    if (known !== undefined) return this.accepted.get(known) ?? null;
    for (const model of candidates.slice(0, maxTried)) {
      const refusedAtMs = this.refusedAtMs.get(model) ?? -Infinity;
      if (this.deps.nowMs() - refusedAtMs < againAfterMs) continue;
      const found = await this.tryOne(baseUrl, model);
      if (found !== null) return found;
    }
    return null;
  }

  private async tryOne(baseUrl: string, model: string): Promise<LocalModel | null> {
    const { reads, seconds, reason } = await (this.deps.tryModel ?? tryChatModel)(baseUrl, model);
    if (reads === null) {
      this.refusedAtMs.set(model, this.deps.nowMs());
      const about = { model, reason, longest_s: secondsToAnswer };
      this.deps.logger?.info(about, 'a local chat model is not used');
      return null;
    }
    const found = { baseUrl, model, reads };
    this.accepted.set(model, found);
    this.deps.logger?.info({ model, reads, seconds }, 'a local chat model answers questions');
    return found;
  }
}
