import { Call } from '@app/bus';
import { JudgmentCreateBody, SuggestedContext } from '@app/contracts/judgments';
import { suggestContext } from '@app/context';
import { Problem, invalid } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { readCreate } from './request';
import { EngineService } from '../../copy/engine/engine.service';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { questionTexts } from '../../question/question';
import { SampleService } from './sample.service';

/** Takes the place of the missing recipe, so that the rest of the definition can be checked. */
const anyRecipe = { fields: ['id'] };

/** Proposes a recipe for a judgment that a caller creates without one. */
@Injectable()
export class SuggestionService {
  constructor(
    private readonly engines: EngineService,
    private readonly namespaces: NamespaceStore,
    private readonly samples: SampleService,
  ) {}

  /** The error of a create. When only the recipe is missing, it gets a suggestion. */
  async withSuggestion(error: unknown, namespace: string, body: JudgmentCreateBody, call: Call): Promise<unknown> {
    if (!(error instanceof Problem) || error.details.reason !== 'missing_context') return error;
    const { any, suggestion } = await this.suggest(namespace, body, call);
    const reason = any && suggestion === null ? 'no_matching_documents' : 'missing_context';
    return invalid(reason, error.details.path ?? '', error.message, { suggested_context: suggestion });
  }

  /** @throws Problem when another member of the create is wrong */
  private async suggest(
    namespace: string,
    body: JudgmentCreateBody,
    call: Call,
  ): Promise<{ any: boolean; suggestion: SuggestedContext | null }> {
    const ref = { organization: call.who.organization, namespace };
    const [engines, settings] = await Promise.all([this.engines.readKnown(), this.namespaces.get(ref)]);
    const { definition } = readCreate({ ...body, context: anyRecipe }, engines.active, settings.defaultEngine);
    const { any, documents } = await this.samples.readDocuments(namespace, definition, call);
    const engine = engines.of(definition.engine);
    const suggestion = suggestContext({
      documents,
      questions: questionTexts(definition),
      weight: engine?.weight ?? null,
      readsImages: engine?.limits?.images ?? false,
    });
    return { any, suggestion };
  }
}
