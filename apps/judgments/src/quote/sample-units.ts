import { FetchedDocument } from '@app/contracts';
import { Definition } from '@app/definition';
import { unitsOf } from '@app/rating';
import { ContextCompiler } from '../question/compiler';

const format = 1;

/** Judgment units of a definition's answers over a sample of documents, as billing rates them. */
export class SampleUnits {
  private documents = 0;
  private truncated = 0;
  private units = 0;

  /** @param weight of the engine */
  constructor(
    private readonly definition: Definition,
    private readonly weight: number,
    private readonly nowMs: number,
  ) {}

  /** Adds documents to the sample; each question is rated as if it were asked alone. */
  add(page: readonly FetchedDocument[]): void {
    for (const document of page) {
      const compiler = new ContextCompiler(document, this.nowMs);
      const { context, questionTokens } = compiler.compile(this.definition, format);
      const ask = { contextTokens: context.tokens, questionTokens: [questionTokens], weight: this.weight };
      this.units += unitsOf(ask).units;
      this.documents += 1;
      if (context.truncated) this.truncated += 1;
    }
  }

  /** Units of so many documents: exact for the sample, else at its mean; without a sample at the standard size. */
  unitsOf(documents: number): number {
    if (documents === this.documents) return this.units;
    const standard = unitsOf({ contextTokens: 0, questionTokens: [0], weight: this.weight }).units;
    return documents * (this.documents === 0 ? standard : this.units / this.documents);
  }

  /** Share of the sample whose context had to be cut. */
  get truncatedShare(): number {
    return this.documents === 0 ? 0 : this.truncated / this.documents;
  }
}
