import { CLOCK, DATABASE } from '@app/boot';
import type { Call } from '@app/bus';
import { NamespaceRef } from '@app/contracts';
import { ContextView, JudgmentCreateBody, PreviewContext, TriedJudgment, TryJudgment } from '@app/contracts/judgments';
import type { ActiveEngine, EngineRef } from '@app/definition';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { readEarlier } from '../answer/head.store';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { TargetMap } from '../judgment/catalog/target';
import type { Judgment } from '../judgment/definition/judgment';
import { readTried } from '../judgment/definition/request';
import { withStarter } from '../judgment/definition/starter';
import { EngineUses } from '../copy/engine/engine-uses';
import { EngineService } from '../copy/engine/engine.service';
import { refuseUnreadable } from '../judgment/graph/graph';
import { plan } from '../judging/plan';
import { appliesTo } from '../judging/pre-judged';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { ContextCompiler } from '../question/compiler';
import type { Earlier } from '../question/observation';
import { usageOf } from '../queue/waiter/usage';
import { SuggestionService } from '../judgment/definition/suggestion.service';
import { TrialAsks } from './trial-asks';
import { TrialDocuments } from './trial-documents';
import { trialClaim, trialJudgment } from './trial-claim';
import { toAnswerView, toContextView } from './trial-view';
import { publishTrial } from './trial.store';

/** Previews contexts and tries definitions; neither stores an answer. */
@Injectable()
export class TrialService {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly judgments: JudgmentService,
    private readonly namespaces: NamespaceStore,
    private readonly engines: EngineService,
    private readonly uses: EngineUses,
    private readonly documents: TrialDocuments,
    private readonly asks: TrialAsks,
    private readonly suggestions: SuggestionService,
  ) {}

  async preview({ namespace, name, preview }: PreviewContext, call: Call): Promise<ContextView> {
    const { organization } = call.who;
    const judgment = await this.judgments.find({ organization, scope: namespace, name });
    const { documents } = await this.documents.readFor(namespace, [preview.document], judgment, call);
    const compiler = new ContextCompiler(documents[0], this.clock.now());
    const earlier = await this.readEarlier({ organization, namespace }, judgment, preview.document);
    return toContextView(compiler.read(judgment, { head: earlier, earlier }, judgment.id));
  }

  /** What the section `previous` shows; null for a recipe without it, and before the first answer. */
  private async readEarlier(ref: NamespaceRef, judgment: Judgment, document: string): Promise<Earlier | null> {
    if (!judgment.definition.context.previous) return null;
    const namespaceId = await this.namespaces.readKnownIdOf(ref);
    return readEarlier(this.db, namespaceId, { document, judgmentId: judgment.id });
  }

  /** Asks a definition about a few documents. The caller is billed; nothing is stored but the facts that billing needs. */
  async try({ namespace, attempt }: TryJudgment, call: Call): Promise<TriedJudgment> {
    const ref = { organization: call.who.organization, namespace };
    const [engines, settings] = await Promise.all([this.engines.readKnown(), this.namespaces.get(ref)]);
    const sent = withStarter(attempt.definition as JudgmentCreateBody, '/definition');
    const tried = await this.readTried(namespace, sent, engines.active, settings.defaultEngine, call);
    const { definition } = tried;
    await refuseUnreadable(this.db, ref, definition, '/definition');
    const judgment = trialJudgment(ref, tried);
    const { documents, watermark } = await this.documents.readFor(namespace, attempt.documents, judgment, call);
    const nowMs = this.clock.now();
    const applicable = documents.filter((document) => appliesTo(definition, document, nowMs));
    const claim = trialClaim(judgment, applicable, nowMs);
    const planned = plan({
      claim,
      judgments: new TargetMap<typeof judgment>().set({ judgmentId: judgment.id, targetVersion: null }, judgment),
      documents: new Map(
        applicable.map((document) => [document.id, { ...document, wanted: { [judgment.id]: document.version } }]),
      ),
      watermark,
      engines: this.engines.current(),
    });
    if (planned.resting.length > 0) {
      const sentence = 'The engine is not answering; try again shortly.';
      throw new Problem('engine_unavailable', sentence, {}, { retryAfterS: 5 });
    }
    const asked = await this.asks.askAll(claim, planned.asks);
    if (asked.length > 0) await publishTrial(this.db, this.uses, claim, await this.namespaces.readIdOf(ref), asked);
    const outcomes = [...planned.settled, ...asked.flatMap((one) => one.outcomes)];
    const outcomeOf = new Map(outcomes.map((outcome) => [outcome.row.document, outcome]));
    const billed = [...outcomeOf.values()].flatMap((outcome) =>
      outcome.kind === 'answered' ? [{ ...outcome, judgmentName: definition.name }] : [],
    );
    return {
      documents: documents.map((document) => ({
        document: document.id,
        applies: applicable.includes(document),
        answer: toAnswerView(judgment, outcomeOf.get(document.id), claim.nowMs),
        context: toContextView(new ContextCompiler(document, claim.nowMs).read(judgment, undefined, judgment.id)),
      })),
      usage: usageOf(billed),
    };
  }

  private async readTried(
    namespace: string,
    sent: JudgmentCreateBody,
    engines: readonly ActiveEngine[],
    defaultEngine: EngineRef | null,
    call: Call,
  ) {
    try {
      return readTried(sent, engines, defaultEngine, '/definition');
    } catch (error) {
      throw await this.suggestions.withSuggestion(error, namespace, { ...sent, name: 'tried' }, call);
    }
  }
}
