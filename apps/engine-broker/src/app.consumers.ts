import { Entry, handle } from '@app/bus';
import { askEngine, listEngines } from '@app/contracts';
import { engineNames } from '@app/definition';
import { INestApplicationContext } from '@nestjs/common';
import { AskService } from './ask/ask.service';
import { EngineRegistry } from './engine/engine.registry';

export function consumers(app: INestApplicationContext): Entry[] {
  const asks = app.get(AskService);
  const registry = app.get(EngineRegistry);
  return [
    ...engineNames.map((name) => handle(askEngine[name], (query, call) => asks.ask(name, query, call))),
    handle(listEngines, async () => registry.list()),
  ];
}
