import { randomOf } from '@app/statistics';
import { evenEngine, shifted } from './engines';
import { WorldKind, ageBetween, drawAnswers, populationOf, postedLabel, steadyRate } from './world';

const documents = { mean: -0.5, deviation: 1.5 };
const moved = shifted(evenEngine, -1.4);
const before = populationOf(documents, evenEngine);
const after = populationOf(documents, moved);

/** Three answers of before for each of now, as the labels are. */
const mixed = [...before, ...before, ...before, ...after];

const [rateBefore, rateAfter] = [steadyRate(before), steadyRate(after)];
const rateAt = (daysAgo: number) => (daysAgo < 30 ? rateAfter() : rateBefore());

const [oldLabels, newLabels] = [450, 150];

/** In the last month the truth fell by 1.4 log odds, and the engine does not know. */
export const movedLastMonth: WorldKind = {
  name: 'a shift of 1.4 log odds in the last month',
  make(seed) {
    const random = randomOf(seed);
    const old = drawAnswers(oldLabels, documents, evenEngine, random);
    const answers = drawAnswers(2_000, documents, moved, random).map((one) => ({
      ...one,
      document: `n${one.document}`,
    }));
    const labels = [
      ...old.map((one) => postedLabel(one, ageBetween(30, 210, random), random)),
      ...answers.slice(0, newLabels).map((one) => postedLabel(one, ageBetween(0, 30, random), random)),
    ];
    return { answers, labels, population: after, labelled: mixed, rateAt };
  },
};

/** The same labels in a world in which nothing moved. */
export const unmoved: WorldKind = {
  name: 'nothing special',
  make(seed) {
    const random = randomOf(seed);
    const answers = drawAnswers(2_000, documents, evenEngine, random);
    const labels = answers.slice(0, oldLabels + newLabels).map((one, at) => {
      const daysAgo = at < oldLabels ? ageBetween(30, 210, random) : ageBetween(0, 30, random);
      return postedLabel(one, daysAgo, random);
    });
    return { answers, labels, population: before, labelled: before, rateAt: rateBefore };
  },
};
