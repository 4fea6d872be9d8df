import { Entry, handle } from '@app/bus';
import {
  askEngine,
  listEngines,
  listModels,
  removeModel,
  setModel,
  showPermits,
  tryModel,
  writeDrafts,
  writeParts,
} from '@app/contracts/engines';
import { engineNames } from '@app/definition';
import { INestApplicationContext } from '@nestjs/common';
import { AskService } from './ask/ask.service';
import { PermitHandler } from './ask/permit.handler';
import { DraftService } from './draft/draft.service';
import { EngineRegistry } from './engine/engine.registry';
import { ModelHandler } from './model-change/model.handler';

export function consumers(app: INestApplicationContext): Entry[] {
  const asks = app.get(AskService);
  const drafts = app.get(DraftService);
  const registry = app.get(EngineRegistry);
  const models = app.get(ModelHandler);
  return [
    ...engineNames.map((name) => handle(askEngine[name], (query, call) => asks.ask(name, query, call))),
    handle(writeDrafts, (query, call) => drafts.write(query, call)),
    handle(writeParts, (query, call) => drafts.writeParts(query, call)),
    handle(listEngines, async () => registry.list()),
    handle(listModels, () => models.list()),
    handle(setModel, (query, call) => models.set(query, call)),
    handle(removeModel, (query, call) => models.remove(query, call)),
    handle(tryModel, (query, call) => models.try(query, call)),
    handle(showPermits, async (query, call) => app.get(PermitHandler).show(query, call)),
  ];
}
