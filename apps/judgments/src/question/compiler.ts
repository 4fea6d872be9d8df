import {
  CompiledContext,
  JudgedDocument,
  RelatedDocuments,
  SnapshotSource,
  compileContext,
  contextBudget,
  countTokens,
  selectPrevious,
} from '@app/context';
import type { FetchedDocument } from '@app/contracts/documents';
import { Definition, canonicalJson } from '@app/definition';
import type { Json } from '@app/definition';
import { sizeClassOf } from '@app/rating';
import { countsRelated, readsRelated, soleReader } from '../document/related-reads';
import { Candidates, candidatesOf, hashWith, reservedTokens } from './candidates';
import { Earlier, Observation, observe } from './observation';
import { Seen, Snapshot, isMoved, shownOf } from './previous';
import { questionTexts } from './question';

/** What an engine reads for one judgment about one document. */
export interface Compiled {
  context: CompiledContext;
  /** Tokens of each question in the order asked, without candidates: one, or those of the parts of a composite. */
  questionTokens: number[];
  /** The options of a choice among related documents; null for other definitions. */
  candidates: Candidates | null;
}

/** What judging reads for one judgment about one document: for the engine, and beside it. */
export interface Read extends Compiled {
  /** Hash of what the engine reads, without `previous`: of the context, and of the candidates where there are any. */
  readHash: string;
  /** `previous` makes a new context although the rest of it is the same. */
  isPreviousMoved: boolean;
  observation: Observation;
}

/** A judgment's version, as compiling needs it. */
export interface Judged {
  definition: Definition;
  format: 1;
}

/** The related documents of a judged one, by name of the relation. */
type Related = Readonly<Record<string, RelatedDocuments>>;

/** What earlier answers left. */
export interface Past {
  /** The head that the next answer is recorded at; null before the first. */
  head: { seen: Seen } | null;
  /** The last answer of the active version; null without one. */
  earlier: Earlier | null;
}

const noPast: Past = { head: null, earlier: null };

/**
 * Compiles the contexts of one document for many judgments. Each context depends on its own judgment alone, so its hash
 * stays the same whatever other questions are asked beside it. A recipe that was not cut is compiled once.
 */
export class ContextCompiler {
  private readonly judged: JudgedDocument;
  private readonly source: SnapshotSource;
  private readonly uncut = new Map<string, CompiledContext>();

  constructor(
    private readonly document: FetchedDocument,
    private readonly nowMs: number,
  ) {
    this.judged = toJudgedDocument(document);
    this.source = document as SnapshotSource;
  }

  /**
   * @param reader the name under which related documents were fetched for the definition, see `relatedReads`
   * @throws Problem `too_large` when a question leaves no tokens for a context
   */
  read({ definition, format }: Judged, { head, earlier }: Past = noPast, reader = soleReader): Read {
    const { previous } = definition.context;
    const now = previous ? { fields: previous.fields, ...selectPrevious(this.source, previous.fields) } : null;
    const shown = previous && now ? shownOf(previous, earlier?.seen ?? null, now) : null;
    const candidates = candidatesOf(definition, this.document, reader);
    const compiled = this.compile(definition, format, shown, this.relatedOf(definition, reader), candidates);
    const { readHash, truncated } = compiled.context;
    return {
      ...compiled,
      readHash: candidates ? hashWith(readHash, candidates) : readHash,
      isPreviousMoved: previous !== undefined && now !== null && isMoved(previous, head?.seen ?? null, now),
      observation: observe(definition, this.document, this.nowMs, {
        earlier,
        seen: head?.seen ?? null,
        now,
        reader,
        truncated: truncated || (candidates?.truncated ?? false),
      }),
    };
  }

  /** A context without what it relates to would pass for one of a document that nothing relates to. */
  private relatedOf(definition: Definition, reader: string): Related | undefined {
    if (!readsRelated(definition)) return undefined;
    const { id, related = {}, numbers = {} } = this.document;
    const isRead = Object.hasOwn(related, reader) && (!countsRelated(definition) || Object.hasOwn(numbers, reader));
    if (!isRead) throw new Error(`related documents of ${id} were not fetched for ${reader}`);
    return related[reader];
  }

  private compile(
    definition: Definition,
    format: 1,
    previous: Snapshot | null,
    related: Related | undefined,
    candidates: Candidates | null,
  ): Compiled {
    const questions = questionTexts(definition);
    const questionTokens = questions.map(countTokens);
    const optionTokens = candidates ? reservedTokens(candidates) : 0;
    const longest = Math.max(...questionTokens) + optionTokens;
    const recipe = definition.context;
    const key = canonicalJson({ recipe, previous: previous?.digest ?? null } as unknown as Json);
    const known = this.uncut.get(key);
    if (known && known.tokens <= contextBudget(recipe.max_tokens, longest)) {
      return { context: { ...known, sizeClass: sizeClassOf(known.tokens + longest).name }, questionTokens, candidates };
    }
    const { nowMs, judged: document } = this;
    const input = { recipe, document, questions, optionTokens, format, nowMs, previous, related };
    const context = compileContext(input);
    if (!context.truncated) this.uncut.set(key, context);
    return { context, questionTokens, candidates };
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
