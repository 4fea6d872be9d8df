// The help of each command that `help.mjs` prints, by the command's name.

const serversNote =
  'The command asks the servers of the running service. When none runs, it starts Postgres and NATS for itself and stops them at its end. STATE_DIR names another state folder (.state).';
const serviceNames = 'gateway, documents, judgments, engine-broker, calibration, billing, webhooks, events-feed';

/** @type {Record<string, import('./help.mjs').Help>} */
export const operatorHelps = {
  org: {
    does: 'Creates an organization, changes its plan, turns its Suggestions on or off, adds members, and lets them sign in.',
    use: [
      'npm run org -- create NAME [--plan developer|team|scale]',
      'npm run org -- plan NAME --plan developer|team|scale',
      'npm run org -- suggestions NAME --on|--off',
      'npm run org -- member-add --org NAME --email ADDRESS [--role owner|admin|member] [--password-stdin]',
      'npm run org -- sign-in-link --org NAME --email ADDRESS',
      'npm run org -- member-email --org NAME --email ADDRESS --to ADDRESS',
      'npm run org -- sessions-revoke --org NAME --email ADDRESS',
      'npm run org -- idp-set --org NAME --issuer URL --client-id ID --domains DOMAIN,... [--name TEXT] [--client-secret-stdin]',
      '                  [--role-claim CLAIM --role-map GROUP=ROLE,...] [--default-role admin|member|none]',
      '                  [--enforced --spare-owner ADDRESS]',
      'npm run org -- set-up NAME --owner ADDRESS [--plan PLAN] [--password-stdin]',
      'npm run org -- unproved',
      'npm run org -- idp-list --org NAME',
      'npm run org -- idp-remove IDP_ID --org NAME',
    ],
    options: [
      ['--plan PLAN', 'developer, team or scale (create: developer)'],
      ['--owner ADDRESS', 'address of the first owner (set-up), who gets a sign-in link beside a key for all of it'],
      ['--on, --off', 'whether a language model may draft wordings from its questions'],
      ['--org NAME', 'the organization that gets the member'],
      ['--to ADDRESS', 'the other address that the account gets (member-email)'],
      ['--email ADDRESS', 'address of the member; it counts as verified'],
      ['--role ROLE', 'owner, admin or member (member)'],
      ['--password-stdin', 'the first line of the input is the password of the member'],
      ['--issuer URL', 'address of the OpenID Connect provider, as its tokens name it'],
      ['--domains DOMAIN,...', 'domains of the addresses whose people it signs in'],
      ['--client-secret-stdin', 'the first line of the input is the secret of the client'],
      ['--role-claim CLAIM', 'the claim that lists groups; --role-map gives each group a role'],
      ['--default-role ROLE', 'role without a group of the map; none refuses the sign-in (member)'],
      ['--enforced', 'no password and no link signs in people of the domains, but the --spare-owner'],
    ],
    notes: [serversNote],
    examples: [
      'npm run org -- create acme --plan scale',
      'npm run org -- member-add --org acme --email ada@example.com --role owner',
    ],
  },
  keys: {
    does: 'Creates, lists and revokes API keys. A secret is shown once, when its key is created.',
    use: [
      'npm run keys -- create --org NAME [--role ROLE] [--scope SCOPE] [--description TEXT] [--expires-at TIME] [--json]',
      'npm run keys -- list --org NAME [--json]',
      'npm run keys -- revoke KEY_ID --org NAME',
    ],
    options: [
      ['--org NAME', 'the organization of the key'],
      ['--role ROLE', 'read_write or read_only (read_write)'],
      ['--scope SCOPE', "'*', a namespace, or a prefix such as 'acme/prod/*' ('*')"],
      ['--description TEXT', 'a note for people (none)'],
      ['--expires-at TIME', 'a timestamp such as 2027-01-31T00:00:00Z (never)'],
      ['--json', 'prints JSON instead of a table'],
    ],
    notes: ['A revoked key is refused within a second.', serversNote],
    examples: [
      "npm run keys -- create --org acme --role read_only --scope 'acme/prod/*' --json",
      'npm run keys -- list --org acme',
    ],
  },
  limits: {
    does: 'Changes the limits of an organization, or the rate of one of its keys. A change holds within a second.',
    use: [
      'npm run limits -- --org NAME [--requests-per-second-per-key N] [--requests-per-second-per-org N] [--concurrent-reads N]',
      'npm run limits -- --org NAME [--keys N] [--members N] [--invitations N] [--sessions-per-person N]',
      'npm run limits -- --org NAME --key KEY_ID --requests-per-second N',
    ],
    options: [
      ['--org NAME', 'the organization'],
      ['--requests-per-second-per-key N', "requests a second of each key (the plan's)"],
      ['--requests-per-second-per-org N', "requests a second of all keys together (the plan's)"],
      ['--concurrent-reads N', "reads in flight at once (the plan's)"],
      ['--key KEY_ID', 'one key alone'],
      ['--requests-per-second N', "requests a second of that key (its organization's)"],
    ],
    notes: ['N is a whole number from 1 to 1000000, or `default`.', serversNote],
    examples: [
      'npm run limits -- --org acme --requests-per-second-per-key 1000 --concurrent-reads 200',
      'npm run limits -- --org acme --key key_... --requests-per-second default',
    ],
  },
  mails: {
    does: 'Lists the mails to members, shows one, or has a failed one sent again.',
    use: [
      'npm run mails -- list [--org NAME] [--status STATUS] [--json]',
      'npm run mails -- show MAIL_ID',
      'npm run mails -- retry MAIL_ID',
    ],
    options: [
      ['--org NAME', 'only mails to members of this organization (all)'],
      ['--status STATUS', 'only mails in this state, such as failed (all)'],
      ['--json', 'prints JSON instead of a table'],
    ],
    notes: [serversNote],
    examples: ['npm run mails -- list --org acme --status failed', 'npm run mails -- retry eml_...'],
  },
  explain: {
    does: 'Prints why an answer of a document waits, and how far the services on its way are. It needs no key of the organization.',
    use: ['npm run explain -- --org NAME --namespace NAMESPACE --document ID --judgment NAME'],
    options: [
      ['--org NAME', 'name or id of the organization'],
      ['--namespace NAMESPACE', 'the namespace of the document'],
      ['--document ID', 'id of the document'],
      ['--judgment NAME', 'name of the judgment'],
    ],
    notes: [
      'Each part is waited for 2 s. What does not answer is named. Nothing of the document is printed.',
      serversNote,
    ],
    examples: ['npm run explain -- --org acme --namespace acme/desk --document t3 --judgment late'],
  },
  dead: {
    does: 'Lists the facts that a service could not handle in five deliveries, and delivers them again.',
    use: [
      'npm run dead -- list [--service SERVICE] [--json]',
      'npm run dead -- redrive --id msg_...',
      'npm run dead -- redrive --all --service SERVICE',
    ],
    options: [
      ['--service SERVICE', `one of ${serviceNames} (list: all)`],
      ['--id ID', 'one fact, by the id that the list shows; the command finds its service'],
      ['--all', 'every dead fact of the service that --service names'],
      ['--json', 'prints one JSON object a line, with the fact itself'],
    ],
    notes: ['Exit code: 0 done, 1 failed or no service has that id, 2 the command cannot be read.', serversNote],
    examples: ['npm run dead -- list', 'npm run dead -- redrive --all --service judgments'],
  },
  keyring: {
    does: 'Manages the keys that seal secrets at rest: adds a first key, seals everything with it, or counts by key.',
    use: [
      'npm run keyring -- add',
      'npm run keyring -- rotate [--service SERVICE]',
      'npm run keyring -- status [--service SERVICE]',
    ],
    options: [['--service SERVICE', `one of ${serviceNames} (all)`]],
    notes: [
      '`add` needs the service to be stopped. `rotate` works while it runs.',
      'Exit code: 0 done, 1 a value cannot be opened because its key is missing, 2 the command cannot be read.',
      serversNote,
    ],
    examples: ['npm run keyring -- add', 'npm run keyring -- rotate', 'npm run keyring -- status'],
  },
};

const extension = {
  does: 'Gives a process of your own its user on the bus: it answers for an engine, or consumes events or answers.',
  use: [
    'npm run extension -- add NAME [--engine ENGINE] [--consumes events|answers]',
    'npm run extension -- list',
    'npm run extension -- remove NAME',
  ],
  options: [
    ['--engine ENGINE', 'the engine that it answers for'],
    ['--consumes WHAT', 'events or answers: it gets a durable of its own and may use no other'],
  ],
  notes: [
    '`add` prints the user, its password and its durable. It works while the service runs and while it does not.',
    'Exit code: 0 done, 1 the command cannot be carried out, 2 it cannot be read.',
  ],
  examples: ['npm run extension -- add overlap --engine jev', 'npm run extension -- add crm --consumes answers'],
};

const learningEngine = {
  does: 'Runs the example engine that learns from outcomes, has it learn, or measures what a folder of outcomes teaches.',
  use: [
    'npm run learning-engine -- [run [ENGINE]]',
    'npm run learning-engine -- train [ENGINE] [--if-due]',
    'npm run learning-engine -- evaluate FOLDER',
  ],
  options: [
    ['ENGINE', 'the engine name that it answers for (jev)'],
    ['--if-due', 'trains only when labels have doubled, or after a week with new ones'],
    ['FOLDER', 'documents, questions and outcomes in the format of examples/README.md'],
  ],
  notes: [
    '`run` and `train` need `npm start` with ENGINES=\'{"jev": {"dialect": "extension"}}\'. `train` makes itself a key that only reads, unless JUDGMENT_API_KEY is set.',
    'Exit code: 0 done, 1 the command cannot be read or carried out.',
  ],
  examples: ['npm run learning-engine', 'npm run learning-engine -- train --if-due'],
};

/** @type {Record<string, import('./help.mjs').Help>} */
export const helps = {
  ...operatorHelps,
  extension,
  'learning-engine': learningEngine,
  start: {
    does: 'Starts the whole service on this machine: checks Node, installs packages, finds or starts Postgres and NATS, builds, migrates, starts the eight services, prints how to reach them and then judges the example. Ctrl-C stops everything; the next start goes on where it was.',
    use: ['npm start -- [--port N] [--replicas N] [--one-process] [--fresh] [--no-example] [--ready-file FILE]'],
    options: [
      ['--port N', 'port of the first gateway; gateway i listens on N + i (8080)'],
      ['--replicas N', 'processes of each service, 1 to 8 (1)'],
      [
        '--one-process',
        'runs the eight services of a replica in one process: a quarter of the memory, and one core for all',
      ],
      ['--fresh', 'forgets data, secrets and logs of earlier starts first'],
      ['--no-example', 'does not judge the example'],
      [
        '--ready-file FILE',
        'writes addresses, key and sign-in link to FILE (JSON) once requests are answered, and again when the example is judged (none)',
      ],
    ],
    notes: [
      'DATABASE_URL and NATS_URL name servers to use instead of own ones. Each setting of docs/settings.md goes to the services that read it, such as ENGINES or DRAFTER. STATE_DIR names another state folder (.state). POSTGRES_SETTINGS gives a Postgres that the command starts more settings, such as "shared_buffers=2GB; work_mem=16MB". POSTGRES_PROGRAM=packaged takes the Postgres of the package that npm fetches, whatever the machine has.',
    ],
    examples: ['npm start', 'npm start -- --port 9000 --replicas 2 --no-example'],
  },
  example: {
    does: 'Loads a folder of documents through the API, judges them, posts their outcomes, fits, and prints agreement and cost. It continues where it stopped.',
    use: [
      'npm run example -- FOLDER [--namespace NAME] [--base-url URL] [--api-key KEY] [--summary FILE] [--reports FOLDER]',
    ],
    options: [
      ['--namespace NAME', 'where the documents go (named after the folder)'],
      [
        '--base-url URL',
        'address of the service, ending in /v1 (BASE_URL, else the service that runs from this checkout)',
      ],
      ['--api-key KEY', 'its key (API_KEY, else the key of the first start)'],
      ['--summary FILE', 'also writes the summary as JSON (none)'],
      ['--reports FOLDER', 'where the calibration reports are saved (.state/reports)'],
    ],
    examples: ['npm run example -- examples/support-desk'],
  },
  'engine-smoke': {
    does: 'Asks the engine configured behind a name one question of each type and prints the answers, never its key. Needs neither Postgres nor NATS.',
    use: ['npm run engine-smoke -- NAME'],
    options: [['NAME', 'jev, gpt-6-luna or pplx-decider']],
    notes: [
      'The engine is configured by ENGINES and ENGINE_..._KEY; without them jev is the built-in engine. Exit code: 0 all three questions were answered, 1 one was not, 2 the name or the configuration cannot be read.',
    ],
    examples: ['npm run engine-smoke -- jev'],
  },
  requirements: {
    does: 'Lists which lines of docs/requirements.md have a test, which have none, and ids in test titles that no line bears.',
    use: ['npm run requirements'],
    examples: ['npm run requirements'],
  },
  defects: {
    does: 'Lists which lines of docs/defects.md have no test, and ids in test titles that no line bears.',
    use: ['npm run defects -- [--write]'],
    options: [['--write', 'puts the files of the tests beneath the lines of docs/defects.md']],
    notes: ['Exit code: 0 every line has its test and the page says so, 1 otherwise.'],
    examples: ['npm run defects', 'npm run defects -- --write'],
  },
  golden: {
    does: 'Computes every reference vector of a folder with the libraries and compares the results.',
    use: ['npm run golden -- FOLDER'],
    options: [['FOLDER', 'holds *.json files, each {family, about, cases: [{id, input, expected, tolerance}]}']],
    notes: ['Exit code: 0 nothing failed, 1 a case failed, 2 the folder cannot be read.'],
    examples: ['npm run golden -- vectors'],
  },
  settings: {
    does: 'Writes docs/settings.md, every environment variable that the services read, and gives each service its own in deploy/compose.yaml.',
    use: ['npm run settings'],
    options: [],
    examples: ['npm run settings'],
  },
  decisions: {
    does: 'Writes docs/decisions/README.md, the index of the decisions by area, from the first lines of their pages.',
    use: ['npm run decisions'],
    options: [],
    examples: ['npm run decisions'],
  },
  monitoring: {
    does: 'Writes docs/metrics.md, docs/runbooks.md, helm/files/alerts.yaml and helm/files/dashboards from what libs/metrics and deploy/monitoring declare.',
    use: ['npm run monitoring'],
    options: [],
    examples: ['npm run monitoring'],
  },
  screenshots: {
    does: 'Starts the service with the example in a state folder of its own, signs in, and writes a picture of every page of the dashboard into docs/screenshots: light, dark and 390 pixels wide.',
    use: ['npm run screenshots -- [--ready-file FILE]'],
    options: [['--ready-file FILE', 'of a running service with the example; without it the command starts one (none)']],
    notes: ['It needs Chromium; CHROMIUM names its program.'],
    examples: ['npm run screenshots'],
  },
  schema: {
    does: 'Lists the SQL files of every service anew (sql/index.ts, sql/version.json) and writes sql/schema.sql from a freshly migrated database.',
    use: ['npm run schema'],
    notes: ['Run it after every change of a file below apps/<service>/sql; a test compares what it writes.'],
    examples: ['npm run schema'],
  },
  docs: {
    does: 'Writes the OpenAPI and AsyncAPI documents of this build to docs/api.',
    use: ['npm run docs -- [FOLDER]'],
    options: [['FOLDER', 'the folder that holds libs/contracts/examples and gets docs/api (this checkout)']],
    examples: ['npm run docs'],
  },
  bench: {
    does: 'Measures the hot paths as ratios against the raw limit in the same run, on servers of its own: one line a case, and a last line `N cases, N failed`. A case has failed when it broke or gave no figures; a missed goal is no failure.',
    use: [
      'npm run bench -- [--rounds N] [--seconds N] [--documents N] [--clients N] [--outcomes N] [--only TEXT]',
      'npm run bench -- --short',
      'npm run bench -- --against FOLDER [--only TEXT] ...',
    ],
    options: [
      ['--rounds N', 'counted rounds of each case, after one that warms up (5; with --short 1)'],
      ['--seconds N', 'length of a round under load (3)'],
      [
        '--documents N',
        'documents that stand before reads and writes are timed; the sustained load writes as many (100000)',
      ],
      ['--clients N', 'connections that send at once (32; with --short 8)'],
      ['--outcomes N', 'outcomes that stand before posting is timed: a million takes some minutes (1000000)'],
      [
        '--only TEXT',
        'only the cases whose name contains TEXT (all but the sustained load, which runs when it is named)',
      ],
      [
        '--short',
        'each case once, one round at its small size, without Redis; under two minutes. Figures mean nothing then',
      ],
      [
        '--against FOLDER',
        'a second checkout, installed and built: its services run beside these, and rounds take turns',
      ],
    ],
    notes: ['Exit code: 0 every case gave figures, 1 a case failed. docs/performance.md says what was found.'],
    examples: ['npm run bench -- --only "point read" --rounds 3', 'npm run bench -- --against ../before --only upsert'],
  },
  forecasts: {
    does: 'Judges the stored forecasts of a folder with a whole service, posts their outcomes, and compares the report with the figures of the README in the folder.',
    use: ['npm run forecasts -- FOLDER'],
    options: [['FOLDER', 'holds predictions.jsonl, outcomes.jsonl and README.md with the known figures']],
    notes: ['Exit code: 0 the report shows the figures, 1 it does not.'],
    examples: ['npm run forecasts -- forecasts/elections'],
  },
};
