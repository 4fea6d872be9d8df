import { JudgmentClient, type Namespace, type Runtime } from '@app/sdk';
import type { Command } from 'commander';
import { type Commands as Table, EXIT, type ExitCode } from '@app/commands';
import { Refusal } from '../../exit/refusal';
import { Printer } from '../../output/printer';
import { allowsHttp, type Connection, connectionOf, type ConnectionOptions } from '../../profile/connection';
import { ask } from '../../world/ask';
import type { World } from '../../world/world';

export interface GlobalOptions extends ConnectionOptions {
  json?: boolean;
  jsonl?: boolean;
}

/** One run of a command: its options, the client that it uses and where it prints. */
export class Call<O extends object = object> {
  readonly print: Printer;
  private found: Connection | undefined;
  private made: JudgmentClient | undefined;

  constructor(
    readonly world: World,
    readonly options: O & GlobalOptions,
    readonly root: Command,
  ) {
    const { json, jsonl } = options;
    this.print = new Printer(world, json ? 'json' : jsonl ? 'jsonl' : 'text');
  }

  get connection(): Connection {
    return (this.found ??= connectionOf(this.options, this.world));
  }

  get client(): JudgmentClient {
    return (this.made ??= this.clientWith({}));
  }

  /** A client that reaches the service in another way. */
  clientWith(runtime: Partial<Runtime>): JudgmentClient {
    const { baseUrl, apiKey } = this.connection;
    return new JudgmentClient({ baseUrl, apiKey, runtime, allowInsecureHttp: allowsHttp(this.world) });
  }

  get namespace(): Namespace {
    const name = this.connection.namespace;
    if (!name) throw new Refusal('Name a namespace: -n acme/prod/t1, or set JUDGMENT_NAMESPACE.');
    return this.client.namespace(name);
  }

  /**
   * Goes on when the user agrees. What will happen was printed before.
   * @throws Refusal (exit 5) when the user does not, and, with the question, without a terminal, where nobody can be asked
   * @param how the options that agree
   */
  async confirm(question: string, isAgreed: boolean | undefined, how = '--yes'): Promise<void> {
    if (isAgreed) return;
    const { stdin, stderr } = this.world;
    if (!stdin.isTTY || !stderr.isTerminal)
      throw new Refusal(`${question} Nothing was changed. To go on: ${how}`, EXIT.conflict);
    const answer = await ask(this.world, `${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new Refusal('Nothing was changed.', EXIT.conflict);
  }
}

/** A command's work. What it returns is the exit code; nothing means 0. */
export type Act<O extends object, A extends unknown[]> = (call: Call<O>, ...args: A) => Promise<ExitCode | void>;

/** Lets commander run `act`: the arguments first, then options and command, which become the call. */
export type Runner = <O extends object, A extends unknown[]>(act: Act<O, A>) => (...given: unknown[]) => Promise<void>;

/** A table of this command line. */
export type Commands = Table<Runner>;
