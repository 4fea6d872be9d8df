import fc from 'fast-check';
import { Person } from '../person';
import { Installation } from './installation';
import { IdentityModel, ModelSession, Organization } from './model';

/** The victim of one sequence on the real gateway. Sessions and links stand in the same order as those of the model. */
export interface Real {
  installation: Installation;
  email: string;
  sessions: Person[];
  links: string[];
  /** Sessions that were found ended: nothing brings one back, so they are looked at once more, at the end of the sequence. */
  ended: Set<Person>;
}

/** What a sequence begins with. */
export function beginning(installation: Installation, email: string): { model: IdentityModel; real: Real } {
  const model = new IdentityModel(installation.sink !== null);
  return { model, real: { installation, email, sessions: [], links: [], ended: new Set() } };
}

export type Command = fc.AsyncCommand<IdentityModel, Real>;

/** @returns the status of the reply; a session and a link that it brings stand at the end of their lists */
export type Act = (model: IdentityModel, real: Real) => Promise<{ is: number; expected: number }>;

export class Step implements Command {
  constructor(
    private readonly name: string,
    private readonly may: (model: IdentityModel) => boolean,
    private readonly act: Act,
  ) {}

  check = (model: Readonly<IdentityModel>): boolean => this.may(model as IdentityModel);

  async run(model: IdentityModel, real: Real): Promise<void> {
    const { is, expected } = await this.act(model, real);
    if (is !== expected) throw new Error(`${this.name} was answered ${is}; the rules say ${expected}`);
    const newest = model.links.at(-1);
    if (newest?.isMailed === true && real.links.length < model.links.length)
      real.links.push(await real.installation.mailedLink(real.email, model.mailed));
    if (real.links.length !== model.links.length)
      throw new Error(`${this.name} made ${real.links.length} links; the rules say ${model.links.length}`);
    // What was refused changes nothing; the comparison after the next step that changes something sees whether it did.
    if (is < 400) await compare(model, real);
  }

  toString = (): string => this.name;
}

/** Each session opens the organizations that the rules say, and none that did not let its holder in. */
export async function compare(model: IdentityModel, real: Real): Promise<void> {
  await Promise.all(
    model.sessions.map(async (session, i) => {
      if (real.ended.has(real.sessions[i])) return;
      const { status, json } = await real.sessions[i].send('GET', '/sessions/current');
      const { organizations: opened, organization } = json as unknown as {
        organizations?: { name: string }[];
        organization?: { name: string };
      };
      const names = status === 200 ? opened!.map(({ name }) => name) : [];
      const said = `session ${i} (${session.holder}, ${session.method}, ${status}) acts in ${organization?.name}, opens ${names}`;
      if (session.holder === 'attacker' && names.includes('victims')) throw new Error(`the attacker's ${said}`);
      const expected = model.opens(session);
      const isRight = String(names) === String(expected) && (status === 401 || organization?.name === session.at);
      if (!isRight) throw new Error(`${said}; the rules say ${session.at}, opens ${expected}`);
      if (status === 401) real.ended.add(real.sessions[i]);
    }),
  );
}

const linkIn = (json: object): string | undefined => {
  const { link, url } = json as { link?: { url: string } | null; url?: string };
  return (link?.url ?? url)?.split('#t=')[1];
};
export const isMember = (organization: Organization) => (model: IdentityModel) => model.members.has(organization);
/** One of a list, counted from its newest. */
export const some = <T>(list: readonly T[], i: number): T => list[list.length - 1 - (i % list.length)];

/** A request of an owner, whose reply may show a link. */
export function byOwner(
  organization: Organization,
  [method, path]: ['POST' | 'DELETE', string],
  body: (real: Real) => object | undefined,
  change: (model: IdentityModel) => number,
): Act {
  return async (model, real) => {
    const place = path.includes('{id}') ? path.replace('{id}', await real.installation.accountOf(real.email)) : path;
    const { status, json } = await real.installation.owners[organization].send(method, place, body(real));
    const expected = change(model);
    const token = status === 201 ? linkIn(json) : undefined;
    if (token !== undefined) real.links.push(token);
    return { is: status, expected };
  };
}

/** A sign-in from a new browser. */
export async function opened(
  model: IdentityModel,
  real: Real,
  send: (person: Person) => Promise<number>,
  change: () => number,
): Promise<{ is: number; expected: number }> {
  const person = new Person(real.installation.gateway);
  const is = await send(person);
  const expected = change();
  if (model.sessions.length > real.sessions.length) real.sessions.push(person);
  return { is, expected };
}

/** A request of one of the sessions. One that opens another session leaves the one before with its cookie. */
export function ofSession(
  at: number,
  send: (person: Person, session: ModelSession, model: IdentityModel, real: Real) => Promise<{ status: number }>,
  change: (model: IdentityModel, session: ModelSession) => number,
): Act {
  return async (model, real) => {
    const session = some(model.sessions, at);
    const before = real.sessions[model.sessions.indexOf(session)];
    const browser = before.as(before.cookie);
    const { status } = await send(browser, session, model, real);
    const expected = change(model, session);
    if (model.sessions.length > real.sessions.length) real.sessions.push(browser);
    return { is: status, expected };
  };
}
