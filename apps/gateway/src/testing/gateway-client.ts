import { Running } from '@app/boot';
import { freshSchema, startService } from '@app/testing';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { gatewaySchema } from '../app.schema';
import { carryOut } from '../operator/carry-out';
import { readOrder } from '../operator/read-order';
import { gatewayWithCheapHashes } from './cheap-hashes';

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: { [member: string]: never } & { error?: { code: string; message: string; details?: Record<string, unknown> } };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A gateway in this process: a client of its public port, and its operator. */
export class GatewayClient {
  private constructor(
    readonly running: Running,
    readonly port: number,
    private readonly client: Pool,
  ) {}

  /** Starts a gateway on a migrated schema, with settings beside those of every spec. */
  static async start(env: Record<string, string> = {}, service = gatewayWithCheapHashes): Promise<GatewayClient> {
    const running = await startService(service, { env: { PORT: '0', ADMIN_PORT: '0', ...env } });
    const server = (running.app as NestFastifyApplication).getHttpServer();
    const { port } = server.address() as AddressInfo;
    const client = new Pool(`http://127.0.0.1:${port}`, { connections: 128, pipelining: 1 });
    return new GatewayClient(running, port, client);
  }

  /** Carries out one of the operator's commands, words separated by spaces. */
  operate(command: string): Promise<string> {
    return carryOut(this.running.platform.database, readOrder(command.split(' ')));
  }

  /** Makes a key, and its organization when it does not exist. */
  async key(
    organization: string,
    role = 'read_write',
    scope = '*',
  ): Promise<{ id: string; key: string; organization: string }> {
    await this.operate(`org create ${organization} --plan scale`);
    const made = await this.operate(`keys create --org ${organization} --role ${role} --scope ${scope} --json`);
    return JSON.parse(made) as { id: string; key: string; organization: string };
  }

  /** Adds a member, and makes a link that signs them in. @returns its token */
  async link(organization: string, email: string, role: string): Promise<string> {
    await this.operate(`org create ${organization} --plan scale`);
    await this.operate(`org member-add --org ${organization} --email ${email} --role ${role}`);
    const made = await this.operate(`org sign-in-link --org ${organization} --email ${email}`);
    return made.split('\n', 1)[0].split('#t=')[1];
  }

  /** Sends one request. @param key null sends no `Authorization` header */
  async call(
    method: Method,
    path: string,
    key: string | null,
    body?: object | string | Buffer,
    headers: Record<string, string | string[]> = {},
  ): Promise<Reply> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const bearer: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    const sent = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const reply = await this.client.request({ method, path, headers: { ...type, ...bearer, ...headers }, body: sent });
    const text = await reply.body.text();
    const isJson = /^application\/json\b/.test(String(reply.headers['content-type']));
    const json = (isJson ? JSON.parse(text) : {}) as Reply['json'];
    return { status: reply.statusCode, headers: reply.headers, text, json };
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.running.stop();
  }
}

/** Empties the gateway's schema and starts a gateway on it. */
export async function openGateway(env: Record<string, string> = {}): Promise<GatewayClient> {
  await freshSchema(gatewaySchema);
  return GatewayClient.start(env);
}
