import { FetchedDocument } from '@app/contracts/documents';
import { Definition } from '@app/definition';
import { unitsOf } from '@app/rating';
import { askedOf, isInRounds } from '../question/asked';
import { ContextCompiler, Read } from '../question/compiler';
import { questionsOf } from '../question/question';
import { mostOfRounds } from '../question/round-cost';
import { withoutNumbers } from '../document/related-reads';

const format = 1;

/** What decides how an engine's answers are rated. */
export interface RatedEngine {
  weight: number;
  /** Options beside the escape that it takes; left out when it publishes no number. */
  options?: number;
}

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
      this.units += this.unitsOfRead(read);
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

  /** A choice without candidates asks nobody; one in rounds counts all of them. */
  private unitsOfRead(read: Read): number {
    if (read.candidates?.options.length === 0) return 0;
    const { engine } = this;
    const { context } = read;
    const asked = askedOf(read, engine.options);
    if (isInRounds(asked)) return mostOfRounds({ engine, context }, asked).units;
    const { questionTokens } = asked;
    return unitsOf({ contextTokens: context.tokens, questionTokens, weight: engine.weight }).units;
  }

  /** Share of the sample whose context had to be cut. */
  get truncatedShare(): number {
    return this.documents === 0 ? 0 : this.truncated / this.documents;
  }
}
