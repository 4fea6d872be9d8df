import { CompiledContext, JudgedDocument, compileContext, contextBudget, countTokens } from '@app/context';
import type { FetchedDocument } from '@app/contracts';
import { Definition, canonicalJson } from '@app/definition';
import type { Json } from '@app/definition';
import { sizeClassOf } from '@app/rating';
import { questionText } from './question';

/** What an engine reads for one question about one document. */
export interface Compiled {
  context: CompiledContext;
  questionTokens: number;
}

/**
 * Compiles the contexts of one document for many judgments. Each context depends on its own question alone, so its hash
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

  /** @throws Problem `too_large` when the question leaves no tokens for a context */
  compile(definition: Definition, format: 1): Compiled {
    const question = questionText(definition);
    const questionTokens = countTokens(question);
    const recipe = definition.context;
    const key = canonicalJson({ ...recipe } as unknown as Json);
    const known = this.uncut.get(key);
    if (known && known.tokens <= contextBudget(recipe.max_tokens, questionTokens)) {
      return { context: { ...known, sizeClass: sizeClassOf(known.tokens + questionTokens).name }, questionTokens };
    }
    const { nowMs, document } = this;
    const context = compileContext({ recipe, document, questions: [question], format, nowMs });
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
