import { helm, render, set } from './render';

const namesOf = (release: string, ...values: string[]) =>
  render(set(...values), { release, namespace: 'prod' }).map(({ kind, metadata }) => `${kind} ${metadata.name}`);

/** Longer than the names of the chart are. */
const long = 'judgments-of-the-search-department-at-one';

it('names are cut at 40 characters, so that the claims of disks keep their names [O-M9]', () => {
  // These are the names of running installations: with another one their servers would start with empty disks.
  expect(namesOf('judgments')).toContain('StatefulSet judgments-judgment-postgres');
  expect(namesOf(long)).toContain('StatefulSet judgments-of-the-search-department-at-on-postgres');
  expect(namesOf('judgments-of-the-search-department-of-ab')).toContain(
    'StatefulSet judgments-of-the-search-department-of-ab-nats',
  );
  // A dash at the cut goes.
  expect(namesOf('judgments-of-the-search-department-in-a')).toContain(
    'StatefulSet judgments-of-the-search-department-in-a-nats',
  );
});

it('two releases that would be cut to one name are told apart by fullnameOverride [O-M9]', () => {
  const collide = (a: string[], b: string[]) => a.filter((name) => b.includes(name));
  const [first, second] = [`${long}-eu`, `${long}-us`];
  expect(collide(namesOf(first), namesOf(second))).toHaveLength(namesOf(first).length);
  expect(collide(namesOf(first), namesOf(second, 'fullnameOverride=search-us'))).toEqual([]);
});

it('a name that leaves no room for what follows it is refused [O-M9]', () => {
  const { status, stderr } = helm('template', 'j', 'helm', ...set(`fullnameOverride=${'a'.repeat(41)}`));
  expect(status).not.toBe(0);
  expect(stderr).toContain('/fullnameOverride');
  expect(namesOf('j', `fullnameOverride=${'a'.repeat(40)}`).every((name) => name.split(' ')[1].length <= 63)).toBe(
    true,
  );
});
