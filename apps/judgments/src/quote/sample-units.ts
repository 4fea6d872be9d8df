import { FetchedDocument } from '@app/contracts/documents';
import { Definition } from '@app/definition';
import { unitsOf } from '@app/rating';
import { ContextCompiler } from '../question/compiler';
import { questionsOf } from '../question/question';
import { withoutNumbers } from '../document/related-reads';
import { RatedEngine, unitsOfRead } from './units-of-read';

const format = 1;

/** Judgment units of a definition's answers over a sample of documents, as billing rates them. */
export class SampleUnits {
  private documents = 0;
  private truncated = 0;
  private units = 0;

  constructor(
    private readonly definition: Definition,
    private readonly engine: RatedEngine,
    private readonly nowMs: number,
  ) {}

  /** Adds documents to the sample, with their related ones; each judgment is rated as if it were asked alone, a composite with all its parts. */
  add(page: readonly FetchedDocument[]): void {
    for (const document of page) {
      const compiler = new ContextCompiler(document, this.nowMs);
      const read = compiler.read({ definition: withoutNumbers(this.definition), format });
      const { context } = read;
      this.units += unitsOfRead(read, this.engine);
      this.documents += 1;
      if (context.truncated) this.truncated += 1;
    }
  }

  /** Units of so many documents: exact for the sample, else at its mean; without a sample at the standard size. */
  unitsOf(documents: number): number {
    if (documents === this.documents) return this.units;
    const questionTokens = questionsOf(this.definition).map(() => 0);
    const standard = unitsOf({ contextTokens: 0, questionTokens, weight: this.engine.weight }).units;
    return documents * (this.documents === 0 ? standard : this.units / this.documents);
  }

  /** Share of the sample whose context had to be cut. */
  get truncatedShare(): number {
    return this.documents === 0 ? 0 : this.truncated / this.documents;
  }
}
