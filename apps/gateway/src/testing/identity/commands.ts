import fc from 'fast-check';
import { Holder, IdentityModel, ModelLink, Organization, holders, organizations } from './model';
import { Person } from '../person';
import { Command, Step, byOwner, isMember, ofSession, opened, some } from './steps';

const passwordOf = (holder: Holder): string => `a secret phrase that the ${holder} chose`;

const knownLinks = ({ links }: IdentityModel, holder: Holder): ModelLink[] =>
  links.filter(({ knownTo }) => knownTo.includes(holder));
const hasSession = ({ sessions }: IdentityModel): boolean => sessions.length > 0;

const organization = fc.constantFrom(...organizations);
const holder = fc.constantFrom(...holders);
/** Mostly one of the newest. */
const index = fc.constantFrom(0, 0, 0, 1, 1, 2, 5);
const isNoMember = (one: Organization) => (model: IdentityModel) => !model.members.has(one);

const invite = organization.map(
  (one) =>
    new Step(
      `invite to ${one}`,
      isNoMember(one),
      byOwner(
        one,
        ['POST', '/organization/members'],
        ({ email }) => ({ email, role: 'admin' }),
        (model) => model.invite(one),
      ),
    ),
);
const linkAgain = organization.map(
  (one) =>
    new Step(
      `another link to ${one}`,
      isMember(one),
      byOwner(
        one,
        ['POST', '/organization/members/{id}/link'],
        () => undefined,
        (model) => model.linkAgain(one),
      ),
    ),
);
const remove = organization.map(
  (one) =>
    new Step(
      `remove from ${one}`,
      isMember(one),
      byOwner(
        one,
        ['DELETE', '/organization/members/{id}'],
        () => undefined,
        (model) => model.remove(one),
      ),
    ),
);
const operatorLink = organization.map(
  (one) =>
    new Step(`the operator makes a link to ${one}`, isMember(one), async (model, { installation, email, links }) => {
      const made = await installation.gateway.operate(`org sign-in-link --org ${one} --email ${email}`);
      links.push(made.split('\n', 1)[0].split('#t=')[1]);
      model.operatorLink(one);
      return { is: 201, expected: 201 };
    }),
);
const askForMail = fc.constant(
  new Step(
    'somebody asks for a mail',
    ({ sendsMail }) => sendsMail,
    async (model, { installation, email }) => {
      const { status } = await new Person(installation.gateway).send('POST', '/sessions/links', { email });
      return { is: status, expected: model.askForMail() };
    },
  ),
);
const useLink = fc.tuple(holder, index).map(
  ([who, i]) =>
    new Step(
      `the ${who} uses link ${i}`,
      (model) => knownLinks(model, who).length > 0,
      (model, real) => {
        const link = some(knownLinks(model, who), i);
        const token = real.links[model.links.indexOf(link)];
        return opened(
          model,
          real,
          async (person) => (await person.signIn({ link: token })).status,
          () => model.useLink(link, who),
        );
      },
    ),
);
const signIn = fc.tuple(holder, fc.option(organization)).map(
  ([who, one]) =>
    new Step(
      `the ${who} signs in by password to ${one}`,
      ({ chosen }) => chosen.has(who),
      async (model, real) => {
        await real.installation.forgetAttempts();
        const body = { email: real.email, password: passwordOf(who), ...(one !== null && { organization: one }) };
        return opened(
          model,
          real,
          async (person) => (await person.signIn(body)).status,
          () => model.signIn(who, passwordOf(who), one),
        );
      },
    ),
);
/** A claim costs much more than other steps, so one that is refused is made at the beginning alone. */
const mayClaim = (one: Organization) => (model: IdentityModel) =>
  model.members.has(one) || model.identities.has(one) || model.sessions.length === 0;
const provider = organization.map(
  (one) =>
    new Step(`the provider of ${one} claims the address`, mayClaim(one), (model, real) =>
      opened(
        model,
        real,
        async (person) => {
          const { session } = await real.installation.comeBy(one, real.email.split('@', 1)[0], real.email);
          person.cookie = session ?? '';
          return session === null ? 401 : 201;
        },
        () => model.signInByProvider(one, one === 'attack' ? 'attacker' : 'victim', one === 'victims'),
      ),
    ),
);
const setPassword = index.map(
  (i) =>
    new Step(`session ${i} sets a password`, hasSession, async (model, real) => {
      await real.installation.forgetAttempts();
      const act = ofSession(
        i,
        (person, session) => {
          const current = session.alive ? model.currentOf(session) : null;
          const password = { new: passwordOf(session.holder), ...(current !== null && { current }) };
          return person.send('PATCH', '/user', { password });
        },
        (rules, session) => rules.setPassword(session, passwordOf(session.holder)),
      );
      return act(model, real);
    }),
);
const setName = index.map(
  (i) =>
    new Step(
      `session ${i} changes the name`,
      hasSession,
      ofSession(
        i,
        (person) => person.send('PATCH', '/user', { name: 'Ada' }),
        (model, session) => model.setName(session),
      ),
    ),
);
const switchTo = fc.tuple(index, organization).map(
  ([i, one]) =>
    new Step(
      `session ${i} moves to ${one}`,
      hasSession,
      ofSession(
        i,
        (person, _session, _model, { installation }) =>
          person.send('PATCH', '/sessions/current', { organization: installation.ids[one] }),
        (model, session) => model.switchTo(session, one),
      ),
    ),
);
const endOthers = index.map(
  (i) =>
    new Step(
      `session ${i} ends the others`,
      hasSession,
      ofSession(
        i,
        (person) => person.send('DELETE', '/sessions'),
        (model, session) => model.endOthers(session),
      ),
    ),
);

/** Sequences of what owners, the operator, the victim and the attacker do about one address. @param most commands of one */
export function sequences(most: number): fc.Arbitrary<Iterable<Command>> {
  const often = [useLink, useLink, useLink, setPassword, setPassword, signIn, signIn, signIn, switchTo, switchTo];
  const steps = [...often, ...often, invite, invite, invite, linkAgain, linkAgain, setName, setName, operatorLink];
  return fc.commands([...steps, provider, remove, endOthers, askForMail, askForMail], {
    maxCommands: most,
    size: 'max',
  });
}
