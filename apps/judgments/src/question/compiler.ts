import { CompiledContext, JudgedDocument, compileContext, contextBudget, countTokens } from '@app/context';
import type { FetchedDocument } from '@app/contracts';
import { Definition, canonicalJson } from '@app/definition';
import type { Json } from '@app/definition';
import { sizeClassOf } from '@app/rating';
import { questionTexts } from './question';

/** What an engine reads for one judgment about one document. */
export interface Compiled {
  context: CompiledContext;
  /** Tokens of each question in the order asked: one, or those of the parts of a composite. */
  questionTokens: number[];
}

/**
 * Compiles the contexts of one document for many judgments. Each context depends on its own judgment alone, so its hash
 * stays the same whatever other questions are asked beside it. A recipe that was not cut is compiled once.
 */
export class ContextCompiler {
  private readonly document: JudgedDocument;
  private readonly uncut = new Map<string, CompiledContext>();

  constructor(
    document: FetchedDocument,
    private readonly nowMs: number,
  ) {
    this.document = toJudgedDocument(document);
  }

  /** @throws Problem `too_large` when a question leaves no tokens for a context */
  compile(definition: Definition, format: 1): Compiled {
    const questions = questionTexts(definition);
    const questionTokens = questions.map(countTokens);
    const longest = Math.max(...questionTokens);
    const recipe = definition.context;
    const key = canonicalJson({ ...recipe } as unknown as Json);
    const known = this.uncut.get(key);
    if (known && known.tokens <= contextBudget(recipe.max_tokens, longest)) {
      return { context: { ...known, sizeClass: sizeClassOf(known.tokens + longest).name }, questionTokens };
    }
    const { nowMs, document } = this;
    const context = compileContext({ recipe, document, questions, format, nowMs });
    if (!context.truncated) this.uncut.set(key, context);
    return { context, questionTokens };
  }
}

/** A document of the bus with the types that compiling needs. */
export function toJudgedDocument({ attributes, state, images, ...document }: FetchedDocument): JudgedDocument {
  return {
    ...document,
    attributes: attributes as Record<string, unknown>,
    state: state as Record<string, unknown>,
    images: images as Record<string, string>,
  };
}
