import { ServiceSchema } from '@app/boot';
import { emptySchema } from '@app/persistence';

/**
 * A service that only raises events, with the schema and the bus user of one that may. It has the tables that every
 * service has and nothing else: the outbox is what is measured.
 */
export const producerSchema: ServiceSchema = { service: 'calibration', settings: {}, sql: emptySchema };
