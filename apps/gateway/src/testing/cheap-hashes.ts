import { Module, Provider } from '@nestjs/common';
import { HashCost, PasswordHasher } from '../identity/account/password-hasher';
import { AppModule } from '../app.module';
import { gatewayService } from '../app.service';

/** The least that argon2 takes: a hash of production costs a hundred times as much, and specs make hundreds. */
export const leastCost: HashCost = { memoryKib: 8, passes: 1 };
const providers = Reflect.getMetadata('providers', AppModule) as Provider[];
const cheapHasher: Provider = { provide: PasswordHasher, useFactory: () => new PasswordHasher(leastCost) };

/** The gateway's process with other providers in the place of its own: of two of one token Nest takes the later one. */
export function gatewayWith(others: Provider[]): typeof gatewayService {
  // Imports and controllers are inherited.
  @Module({ providers: [...providers, cheapHasher, ...others] })
  class ChangedModule extends AppModule {}
  return { ...gatewayService, module: ChangedModule };
}

/** The gateway's process, but its hashes of passwords cost next to nothing. */
export const gatewayWithCheapHashes = gatewayWith([]);
