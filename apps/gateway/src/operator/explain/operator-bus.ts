import { platformSettings } from '@app/boot';
import { BusConnection, BusLogin, Requester } from '@app/bus';
import { Environment, readConfig } from '@app/config';
import { operatorUser } from '@app/contracts/catalogue';
import { Metrics, createLogger } from '@app/observability';
import { ErrorCode, NatsError, type JetStreamManager } from 'nats';
import { operatorBusSettings } from './operator-bus-settings';

/** How long the server may take to let the operator in, and to say how far a durable is; milliseconds. */
const answersWithinMs = 2_000;

/** Facts that a durable has still to pass; null for one that does not exist, `away` without an answer. */
export type Behind = number | null | 'away';

/** The bus as the operator's command uses it: requests that only read, and a look at durables. */
export class OperatorBus {
  private constructor(
    private readonly connection: BusConnection<'operator'>,
    private readonly streams: JetStreamManager,
    readonly requester: Requester,
  ) {}

  /**
   * Connects as the bus user `operator`.
   * @param env the process's own environment when left out
   * @throws Error in one sentence when NATS does not answer or does not let it in
   */
  static async open(env?: Environment): Promise<OperatorBus> {
    const { natsUrl, natsTls, natsCaFile, natsPassword, natsCredentialsFile } = platformSettings;
    const known = { natsUrl, natsTls, natsCaFile, natsPassword, natsCredentialsFile };
    const config = readConfig({ ...operatorBusSettings, ...known }, env);
    const { operatorNatsPassword: own, operatorNatsCredentialsFile: credentialsFile } = config;
    if (own === '' && credentialsFile === '' && config.natsCredentialsFile !== '') {
      throw new Error(
        'This NATS knows users by credentials: name those of the user operator in OPERATOR_NATS_CREDENTIALS_FILE.',
      );
    }
    const login = { user: operatorUser, password: own || config.natsPassword, credentialsFile };
    return OperatorBus.connect(config.natsUrl, {
      ...login,
      caFile: config.natsCaFile,
      tls: config.natsTls === 'true',
    });
  }

  /** @throws Error in one sentence */
  static async connect(url: string | readonly string[], login: BusLogin): Promise<OperatorBus> {
    const logger = createLogger({ service: operatorUser, replica: '0', level: 'silent' });
    const options = { url, ...login, service: operatorUser, replica: '0', logger, isOnce: true } as const;
    const connection = await BusConnection.open({ ...options, greetedWithinMs: answersWithinMs }).catch(
      (error: unknown) => {
        throw notLetIn(error);
      },
    );
    const streams = await connection.nc.jetstreamManager({ checkAPI: false, timeout: answersWithinMs });
    return new OperatorBus(connection, streams, new Requester(connection, new Metrics(operatorUser, '0')));
  }

  /** How far a durable is behind its stream. */
  async readBehind(stream: string, durable: string): Promise<Behind> {
    try {
      const { num_pending, num_ack_pending } = await this.streams.consumers.info(stream, durable);
      return num_pending + num_ack_pending;
    } catch (error) {
      if (!(error instanceof NatsError)) throw error;
      return error.api_error?.code === 404 ? null : 'away';
    }
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

const refusals: ReadonlySet<string> = new Set([ErrorCode.AuthorizationViolation, ErrorCode.AuthenticationExpired]);

function notLetIn(error: unknown): unknown {
  if (!(error instanceof NatsError)) return error;
  if (!refusals.has(error.code)) return new Error(`no answer from NATS: ${error.message}`, { cause: error });
  const how = 'give NATS this user as docs/upgrade.md says, or set OPERATOR_NATS_PASSWORD';
  return new Error(`NATS does not let the user operator in: ${how}.`, { cause: error });
}
