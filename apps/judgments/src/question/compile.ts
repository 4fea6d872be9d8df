import { CompiledContext, JudgedDocument, compileContext, contextBudget, countTokens } from '@app/context';
import { Definition, canonicalJson } from '@app/definition';
import type { Json } from '@app/definition';
import { sizeClassOf } from '@app/rating';
import { questionText } from './question';

export interface Reading {
  context: CompiledContext;
  questionTokens: number;
}

/**
 * Compiles the contexts of one document for many judgments. Each judgment's context depends on its own question alone,
 * so that its hash does not move with whatever is asked beside it; equal recipes are compiled once where nothing had to
 * be cut.
 */
export class Compiler {
  private readonly whole = new Map<string, CompiledContext>();

  constructor(
    private readonly document: JudgedDocument,
    private readonly nowMs: number,
  ) {}

  /** @throws Problem `too_large` when the question leaves no room for a context */
  read(definition: Definition, format: 1): Reading {
    const question = questionText(definition);
    const questionTokens = countTokens(question);
    const recipe = definition.context;
    const key = canonicalJson({ ...recipe } as unknown as Json);
    const known = this.whole.get(key);
    if (known && known.tokens <= contextBudget(recipe.max_tokens, questionTokens)) {
      return { context: { ...known, sizeClass: sizeClassOf(known.tokens + questionTokens).name }, questionTokens };
    }
    const { nowMs, document } = this;
    const context = compileContext({ recipe, document, questions: [question], format, nowMs });
    if (!context.truncated) this.whole.set(key, context);
    return { context, questionTokens };
  }
}
