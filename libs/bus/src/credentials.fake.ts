import { nkeys } from 'nats';

const { createAccount, createOperator, createUser } = nkeys;
type KeyPair = ReturnType<typeof createUser>;

const unlimited = { subs: -1, data: -1, payload: -1 };
const ofAccount = { ...unlimited, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
const ofJetStream = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
const encoded = (value: object | Uint8Array): string =>
  Buffer.from(value instanceof Uint8Array ? value : JSON.stringify(value)).toString('base64url');

/** A token of NATS: claims about a key, signed by another one. */
function tokenOf(of: KeyPair, by: KeyPair, name: string, nats: object): string {
  const header = { typ: 'JWT', alg: 'ed25519-nkey' };
  const claims = { jti: name, iat: 1_700_000_000, iss: by.getPublicKey(), sub: of.getPublicKey(), name };
  const signed = `${encoded(header)}.${encoded({ ...claims, nats: { ...nats, version: 2 } })}`;
  return `${signed}.${encoded(by.sign(Buffer.from(signed)))}`;
}

/**
 * An operator of NATS with one account, as `nsc` makes them: a server that trusts it knows users by tokens alone. Rights
 * stand at keys that sign for one role each, and not in the tokens of users: all of a service's would make the first line of
 * a connection longer than the 4 KiB that a server takes.
 */
export class FakeOperator {
  private readonly operator = createOperator();
  private readonly account = createAccount();
  private readonly system = createAccount();
  private readonly roles: object[] = [];

  /** The part of a server's configuration that trusts this operator and the users that were made so far. */
  get trust(): object {
    const { operator, account, system } = this;
    const tokens: [KeyPair, object][] = [
      [account, { limits: { ...ofAccount, ...ofJetStream }, signing_keys: this.roles }],
      // JetStream needs it.
      [system, { limits: ofAccount }],
    ];
    return {
      operator: tokenOf(operator, operator, 'spec', { type: 'operator' }),
      system_account: system.getPublicKey(),
      resolver: 'MEMORY',
      resolver_preload: Object.fromEntries(
        tokens.map(([of, claims]) => [
          of.getPublicKey(),
          tokenOf(of, operator, 'spec', { type: 'account', ...claims }),
        ]),
      ),
    };
  }

  /** A credentials file of a new user with these rights. */
  credentials(role: string, { publish, subscribe }: { publish: string[]; subscribe: string[] }): string {
    const [user, signer] = [createUser(), createAccount()];
    const template = { ...unlimited, pub: { allow: publish }, sub: { allow: subscribe } };
    this.roles.push({ kind: 'user_scope', key: signer.getPublicKey(), role, template });
    const token = tokenOf(user, signer, role, { type: 'user', issuer_account: this.account.getPublicKey() });
    const part = (what: string, text: string) => `-----BEGIN ${what}-----\n${text}\n------END ${what}------\n`;
    return `${part('NATS USER JWT', token)}\n${part('USER NKEY SEED', new TextDecoder().decode(user.getSeed()))}`;
  }
}
