import type { CalibrationReport, FitView, OutcomesPosted, ThresholdRecommendation } from '@app/contracts/calibration';
import type { JobView } from '@app/contracts/jobs';
import { StackClient, eventually } from '@app/testing/stack';
import type { PlantedAnswer, PlantedLabel, World } from '@app/testing/world';
import { Scenario, boolJudgment } from './scenario';

const dayMs = 86_400_000;
const patienceMs = 60_000;
const perRequest = 500;

/** How the simulated engine reads the planted numbers: of a part by its name, of the judgment after `chance`. */
export const plantedScripts = [
  { match: { question: 'first' }, answer: { written: 'first' } },
  { match: { question: 'second' }, answer: { written: 'second' } },
  { match: {}, answer: { written: 'chance' } },
];

/** The first so many answers of a world, with the labels of these and of answers of before. */
export function cut(world: World, count: number): World {
  const left = new Set(world.answers.slice(count).map(({ document }) => document));
  return {
    ...world,
    answers: world.answers.slice(0, count),
    labels: world.labels.filter(({ document }) => !left.has(document)),
  };
}

/** A world in a namespace of its own, whose documents name what the engine answers. */
export class PlantedWorld {
  readonly scenario: Scenario;
  private readonly written: Set<string>;
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
    this.written = new Set(before?.written);
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

  /** Writes, judges and labels what was observed between two ages in days; a document of several labels is written as often. */
  async play(fromDaysAgo: number, toDaysAgo: number, source: PlantedLabel['source'] = 'posted'): Promise<void> {
    const labels = this.world.labels
      .filter((one) => one.source === source && one.daysAgo <= fromDaysAgo && one.daysAgo > toDaysAgo)
      .sort((a, b) => b.daysAgo - a.daysAgo);
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

  /** Writes the answers that nobody has labelled. */
  async writeOthers(): Promise<void> {
    await this.write(this.world.answers.filter(({ document }) => !this.written.has(document)));
  }

  /** Writes documents and waits until each has an answer of what it says now. */
  private async write(answers: readonly PlantedAnswer[], again = 0): Promise<void> {
    const written = ++this.writes;
    for (const part of inParts(answers)) {
      const upsert = part.map(({ document, p, parts }) => ({
        id: document,
        attributes: { written },
        state: { text: `${textOf(p, parts)}; read ${again}` },
      }));
      await this.scenario.write({ upsert });
    }
    for (const { document } of answers) this.written.add(document);
    const filter = { 'attributes.written': written, 'answers.late.status': 'fresh' };
    await eventually(
      async () => expect((await this.scenario.query({ filter, limit: 1, count: true })).count).toBe(answers.length),
      patienceMs,
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
    const job = await eventually(async () => {
      const { body } = await this.scenario.stack.api<JobView>('GET', `/jobs/${id}`, undefined, {
        key: this.scenario.key,
      });
      if (body.status !== 'done') throw new Error(`The run is ${body.status}`);
      return body;
    }, patienceMs);
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
