import { Call } from '@app/bus';
import { PermitStates, ShowPermits } from '@app/contracts/engines';
import { Injectable } from '@nestjs/common';
import { EngineRegistry } from '../engine/engine.registry';
import { ownerOf } from '../permit/lane-queue';

/** Tells what waits in this process for leave to ask. */
@Injectable()
export class PermitHandler {
  constructor(private readonly registry: EngineRegistry) {}

  show({ namespace }: ShowPermits, { who }: Call): PermitStates {
    const owner = ownerOf({ organization: who.organization, namespace });
    const permits = this.registry.all().map(({ setup, gate }) => ({
      name: setup.name,
      waiting: gate.waitingOf(owner),
      rate_factor: gate.throttle.factor(),
    }));
    return { permits };
  }
}
