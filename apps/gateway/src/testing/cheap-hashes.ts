import { Module, Provider } from '@nestjs/common';
import { HashCost, PasswordHasher } from '../account/password-hasher';
import { AppModule } from '../app.module';
import { gatewayService } from '../app.service';

/** The least that argon2 takes: a hash of production costs a hundred times as much, and specs make hundreds. */
export const leastCost: HashCost = { memoryKib: 8, passes: 1 };
const providers = Reflect.getMetadata('providers', AppModule) as Provider[];

/** The gateway's module; of two providers of one token Nest takes the later one. Imports and controllers are inherited. */
@Module({
  providers: [...providers, { provide: PasswordHasher, useFactory: () => new PasswordHasher(leastCost) }],
})
class ModuleWithCheapHashes extends AppModule {}

/** The gateway's process, but its hashes of passwords cost next to nothing. */
export const gatewayWithCheapHashes: typeof gatewayService = { ...gatewayService, module: ModuleWithCheapHashes };
