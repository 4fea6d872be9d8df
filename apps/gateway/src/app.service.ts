import { ServiceDefinition } from '@app/boot';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { GatewaySettings } from './app.config';
import { consumers } from './app.consumers';
import { AppModule } from './app.module';
import { gatewaySchema } from './app.schema';
import { workers } from './app.workers';
import { closeServer, createServer } from './http/server';
import { routes } from './routes/routes';

/** The gateway as a process: the one service with a public port. */
export const gatewayService: ServiceDefinition<GatewaySettings> = {
  ...gatewaySchema,
  module: AppModule,
  consumers,
  workers,
  create: (root, platform) => createServer(root, platform, routes),
  listen: async (app, { config, logger }) => {
    const server = app as NestFastifyApplication;
    await server.listen(config.port, config.host);
    logger.info({ address: await server.getUrl() }, 'listening');
  },
  unlisten: (app) => closeServer((app as NestFastifyApplication).getHttpServer()),
};
