import type { CalibrationReport, FitView, OutcomesPosted, ThresholdRecommendation } from '@app/contracts/calibration';
import type { JobView } from '@app/contracts/jobs';
import { StackClient, eventually } from '@app/testing/stack';
import type { PlantedAnswer, PlantedLabel, World } from '@app/testing/world';
import { Scenario, boolJudgment } from './scenario';

const dayMs = 86_400_000;
const patienceMs = 60_000;
/** Between two looks at documents that are being judged: to count them is work for the service, of 30 ms until Postgres knows its tables. */
const countMs = 1_000;
/** Between two looks at a fit that is being made. */
const lookMs = 250;
const perRequest = 500;

/** How the simulated engine reads the planted numbers: of a part by its name, of the judgment after `chance`. */
export const plantedScripts = [
  { match: { question: 'first' }, answer: { written: 'first' } },
  { match: { question: 'second' }, answer: { written: 'second' } },
  { match: {}, answer: { written: 'chance' } },
];

/**
 * A smaller world: the first so many answers with the labels of these and of answers of before, of which all but one in `every`
 * are left out first. Labels stand in the order of their times, so that each time keeps its share.
 */
export function cut(world: World, count: number, every = 1): World {
  const answers = world.answers.filter((_, at) => at % every === 0).slice(0, count);
  const kept = new Set(answers.map(({ document }) => document));
  const now = new Set(world.answers.map(({ document }) => document));
  const before = [...new Set(world.labels.map(({ document }) => document))].filter((document) => !now.has(document));
  before.filter((_, at) => at % every === 0).forEach((document) => kept.add(document));
  return { ...world, answers, labels: world.labels.filter(({ document }) => kept.has(document)) };
}

/**
 * Outcomes of which as many come true as the chances say, wherever one looks along the answers: whatever the service has drawn,
 * no figure of them is off by luck.
 * @param q the true chance of each answer, in the order of what it says
 */
export function outcomesOf(q: readonly number[]): boolean[] {
  let owed = 0;
  return q.map((chance) => {
    owed += chance;
    const came = owed >= 0.5;
    if (came) owed -= 1;
    return came;
  });
}

/** A world in a namespace of its own, whose documents name what the engine answers. */
export class PlantedWorld {
  readonly scenario: Scenario;
  /** What each document says. */
  private readonly written: Map<string, string>;
  /** How often documents were written: each carries its number, by which its answers are counted. */
  private writes: number;

  /** @param nowMs the time at which the world's labels have their ages */
  constructor(
    stack: StackClient,
    name: string,
    readonly world: World,
    private readonly nowMs: number,
    before?: PlantedWorld,
  ) {
    this.scenario = before?.scenario ?? new Scenario(stack, `truth/${name}`);
    this.written = new Map(before?.written);
    this.writes = before?.writes ?? 0;
  }

  /** The same judgment in a world that has changed: what stands stays. */
  goOn(world: World): PlantedWorld {
    return new PlantedWorld(this.scenario.stack, '', world, this.nowMs, this);
  }

  async create(): Promise<void> {
    const parts = Object.keys(this.world.population[0].parts);
    const definition = parts.length > 0 ? { parts: parts.map((name) => ({ name, question: `Is it ${name}?` })) } : {};
    await this.scenario.judgment(boolJudgment('late', { thresholds: { alarm: 0.6 }, ...definition }));
  }

  /**
   * Writes every document, those that nobody labels among them, as its first label reads it. Whenever the service counts the
   * answers beside labels, all are there then: it counts them once an hour, and a fit of the night may be the first to ask.
   */
  async writeAll(): Promise<void> {
    const first = new Map<string, PlantedAnswer>(this.world.answers.map((one) => [one.document, one]));
    for (const label of this.inOrder('posted').reverse()) first.set(label.document, label);
    await this.write([...first.values()]);
  }

  /** Labels what was observed between two ages in days; a document of several labels is written and judged anew for each. */
  async play(fromDaysAgo: number, toDaysAgo: number, source: PlantedLabel['source'] = 'posted'): Promise<void> {
    const labels = this.inOrder(source).filter((one) => one.daysAgo <= fromDaysAgo && one.daysAgo > toDaysAgo);
    const rounds = new Map<string, number>();
    const byRound: PlantedLabel[][] = [];
    for (const label of labels) {
      const round = rounds.get(label.document) ?? 0;
      rounds.set(label.document, round + 1);
      (byRound[round] ??= []).push(label);
    }
    for (const [again, round] of byRound.entries()) {
      await this.write(round, again);
      await this.label(round);
    }
  }

  /** Oldest first. */
  private inOrder(source: PlantedLabel['source']): PlantedLabel[] {
    return this.world.labels.filter((one) => one.source === source).sort((a, b) => b.daysAgo - a.daysAgo);
  }

  /** Writes documents that say something else now, and waits until each has an answer of it. */
  private async write(answers: readonly PlantedAnswer[], again = 0): Promise<void> {
    const said = answers.map(({ document, p, parts }) => ({ document, text: `${textOf(p, parts)}; read ${again}` }));
    const changed = said.filter(({ document, text }) => this.written.get(document) !== text);
    if (changed.length === 0) return;
    const written = ++this.writes;
    for (const part of inParts(changed)) {
      const upsert = part.map(({ document, text }) => ({ id: document, attributes: { written }, state: { text } }));
      await this.scenario.write({ upsert });
    }
    for (const { document, text } of changed) this.written.set(document, text);
    const filter = { 'attributes.written': written, 'answers.late.status': 'fresh' };
    await eventually(
      async () => expect((await this.scenario.query({ filter, limit: 1, count: true })).count).toBe(changed.length),
      patienceMs,
      countMs,
    );
  }

  private async label(labels: readonly PlantedLabel[]): Promise<void> {
    for (const part of inParts(labels)) {
      const outcomes = part.map(({ document, came, daysAgo }) => ({
        document,
        value: came,
        as_of: 'latest',
        observed_at: new Date(this.nowMs - daysAgo * dayMs).toISOString(),
      }));
      const posted = await this.scenario.taken<OutcomesPosted>('POST', '/judgments/late/outcomes', { outcomes });
      expect(posted.matched).toBe(outcomes.length);
    }
  }

  /** Makes the fit that the night would make. */
  async fit(): Promise<FitView> {
    const { id } = await this.scenario.ok<JobView>('POST', '/judgments/late/calibration/run', {});
    const job = await eventually(
      async () => {
        const { body } = await this.scenario.stack.api<JobView>('GET', `/jobs/${id}`, undefined, {
          key: this.scenario.key,
        });
        if (body.status !== 'done') throw new Error(`The run is ${body.status}`);
        return body;
      },
      patienceMs,
      lookMs,
    );
    return job.result as FitView;
  }

  report(query = ''): Promise<CalibrationReport> {
    return this.scenario.ok('GET', `/judgments/late/calibration${query}`);
  }

  recommend(target: 'precision' | 'recall', atLeast: number): Promise<ThresholdRecommendation> {
    const query = `on=p&target=${target}&at_least=${atLeast}`;
    return this.scenario.ok('GET', `/judgments/late/thresholds/recommendation?${query}`);
  }
}

/** Six digits: the engine's grid is of hundredths, or no grid at all. */
function textOf(p: number, parts: Readonly<Record<string, number>>): string {
  const numbers = Object.entries({ chance: p, ...parts });
  return numbers.map(([name, number]) => `${name} ${number.toFixed(6)}`).join('; ');
}

function inParts<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / perRequest);
  return Array.from({ length: count }, (_, part) => items.slice(part * perRequest, (part + 1) * perRequest));
}
