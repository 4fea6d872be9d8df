import { Call } from '@app/bus';
import { JudgmentCreateBody } from '@app/contracts';
import { SuggestedContext, suggestContext } from '@app/context';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { EngineService } from '../engine/engine.service';
import { readCreate } from '../definition/request';
import { questionText } from '../question/question';
import { NamespaceStore } from '../namespace/namespace.store';
import { SampleService } from './sample.service';

/** Stands in for the recipe that is missing, so that the rest of the definition can be read. */
const anyRecipe = { fields: ['id'] };

/** Proposes a recipe for a judgment that is created without one. */
@Injectable()
export class SuggestionService {
  constructor(
    private readonly engines: EngineService,
    private readonly namespaces: NamespaceStore,
    private readonly samples: SampleService,
  ) {}

  /** A create's refusal, with a suggestion where it was refused for the missing recipe alone. */
  async refusal(refused: unknown, namespace: string, body: JudgmentCreateBody, call: Call): Promise<unknown> {
    if (!(refused instanceof Problem) || refused.details.reason !== 'missing_context') return refused;
    const { any, suggestion } = await this.suggest(namespace, body, call);
    const reason = any && suggestion === null ? 'no_matching_documents' : 'missing_context';
    return new Problem(refused.code, refused.message, { ...refused.details, reason, suggested_context: suggestion });
  }

  /** @throws Problem when anything else of the create is wrong */
  private async suggest(
    namespace: string,
    body: JudgmentCreateBody,
    call: Call,
  ): Promise<{ any: boolean; suggestion: SuggestedContext | null }> {
    const { organization } = call.who;
    const [engines, settings] = await Promise.all([this.engines.known(), this.namespaces.get(organization, namespace)]);
    const { definition } = readCreate({ ...body, context: anyRecipe }, engines.active, settings.defaultEngine);
    const { any, documents } = await this.samples.documents(namespace, definition, call);
    const suggestion = suggestContext({
      documents,
      question: questionText(definition),
      weight: engines.of(definition.engine)?.weight ?? null,
      readsImages: engines.of(definition.engine)?.limits?.images ?? false,
    });
    return { any, suggestion };
  }
}
