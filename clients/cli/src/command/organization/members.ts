import type { Schema } from '@app/sdk';
import { type Command, Argument } from 'commander';
import { EXIT } from '@app/commands';
import { Refusal } from '../../exit/refusal';
import { runAsPerson, type PersonOptions } from '../call/as-person';
import type { Call, Commands } from '../call/call';

type Role = Schema<'MemberBody'>['role'];
type Options = PersonOptions & { all?: boolean; yes?: boolean };

/** The people of an organization. */
export const members: Commands = (tree, run) => {
  const group = tree
    .command('members')
    .description('Manages people. A person signs in for each command by --as and a password: keys cannot do this.');
  const command = (name: string, about: string): Command =>
    group
      .command(name)
      .description(about)
      .requiredOption('--as <email>', 'who you are; the password is read hidden or from a pipe')
      .option('--organization <organization>', 'id or name of the one that you mean, of several');
  const role = new Argument('<role>').choices(['owner', 'admin', 'member']);
  const person = 'id (usr_...) or address of a member';
  command('list', 'Lists members.').option('--all', 'print every page').action(run(list));
  command('invite', 'Invites a person, and prints the link by which somebody new comes in.')
    .argument('<email>')
    .addArgument(role)
    .action(run(invite));
  command('role', 'Changes the role of a member.').argument('<member>', person).addArgument(role).action(run(setRole));
  command('link', 'Prints another link for a person who has no other way in.')
    .argument('<member>', person)
    .action(run(link));
  command('remove', 'Ends a membership; sessions of it end within a second.')
    .argument('<member>', person)
    .option('--yes', 'do not ask')
    .action(run(remove));
};

function list(call: Call<Options>): Promise<void> {
  const { options, print, world } = call;
  return runAsPerson(call, ({ members: all }) =>
    print.writePages(
      all.list({}, { signal: world.signal }),
      (page) => page.members,
      [
        ['id', ({ id }) => id],
        ['email', ({ email }) => email],
        ['name', ({ name }) => name],
        ['role', ({ role }) => role],
        ['signed in', ({ signed_in }) => signed_in],
        ['last seen', ({ last_seen_at }) => last_seen_at],
      ],
      options.all,
    ),
  );
}

function invite(call: Call<Options>, email: string, role: Role): Promise<void> {
  const { print, world } = call;
  return runAsPerson(call, async ({ members: all }) => {
    await print.reply(
      (more) => all.add({ email, role }, { ...more, signal: world.signal }),
      ({ id, link: made }) =>
        print.writeFields([
          ['id', id],
          ['role', role],
          ['link', made?.url],
          ['until', made?.expires_at],
        ]),
    );
  });
}

function setRole(call: Call<Options>, member: string, role: Role): Promise<void> {
  const { print, world } = call;
  return runAsPerson(call, async (client) => {
    const { id } = await findMember(call, client, member);
    await print.reply(
      (more) => client.members.update(id, { role }, { ...more, signal: world.signal }),
      ({ email, role: now }) => print.writeLine(`${email} is ${now}.`),
    );
  });
}

function link(call: Call<Options>, member: string): Promise<void> {
  const { print, world } = call;
  return runAsPerson(call, async (client) => {
    const { id } = await findMember(call, client, member);
    await print.reply(
      (more) => client.members.link(id, { ...more, signal: world.signal }),
      ({ url, expires_at }) =>
        print.writeFields([
          ['link', url],
          ['until', expires_at],
        ]),
    );
  });
}

function remove(call: Call<Options>, member: string): Promise<void> {
  const { options, print, world } = call;
  return runAsPerson(call, async (client) => {
    const { id, email, role } = await findMember(call, client, member);
    await print.tell(`${email} (${id}) is ${role}.`);
    await call.confirm('End this membership?', options.yes);
    await print.reply(
      (more) => client.members.remove(id, { ...more, signal: world.signal }),
      () => print.tell(`${email} is no member any more.`),
    );
  });
}

/** @throws Refusal (exit 4) when nobody of the organization has this id or address */
async function findMember(
  { world }: Call<Options>,
  { members: all }: Parameters<Parameters<typeof runAsPerson>[1]>[0],
  given: string,
): Promise<Schema<'MemberView'>> {
  for await (const one of all.list({}, { signal: world.signal })) {
    if (one.id === given || one.email.toLowerCase() === given.toLowerCase()) return one;
  }
  throw new Refusal(`${given} is no member: "judgment members list" shows who is.`, EXIT.notFound);
}
