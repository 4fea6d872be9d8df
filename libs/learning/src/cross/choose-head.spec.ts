import { logit } from '@app/statistics';
import { madeLabels } from '../reviews.fake';
import { foldCount } from './labelled';
import { chooseHead } from './choose-head';

const bool = { classes: 2 };

it('keeps heads that beat the engine below, and says by how much', () => {
  const labels = madeLabels(600, (_at, coin) => ({ label: coin < 0.5 ? 1 : 0, says: coin < 0.45 }));
  const choice = chooseHead(labels, bool);
  expect(choice).toMatchObject({ refusal: null, evidence: { labels: 600 } });
  expect(choice.heads).toHaveLength(foldCount);
  const { baseLoss = 0, headLoss = 0, gain = 0, standardError = 0, newestGain = 0 } = choice.evidence ?? {};
  expect(baseLoss).toBeCloseTo(Math.log(2), 2);
  expect(gain).toBeCloseTo(baseLoss - headLoss, 9);
  expect(gain).toBeGreaterThan(2 * standardError);
  expect(choice.evidence?.p).toBeLessThan(0.001);
  expect(newestGain).toBeGreaterThan(0);
});

it('keeps none of noise, however many labels there are', () => {
  const labels = madeLabels(800, (at, coin) => ({ label: coin < 0.3 ? 1 : 0, says: at % 2 === 0 }));
  expect(chooseHead(labels, bool)).toMatchObject({ heads: null, refusal: 'no_gain' });
});

it('keeps none where the engine below knows already what words tell', () => {
  const labels = madeLabels(600, (_at, coin) => {
    // The text says what the engine says, which is right four times in five.
    const says = coin < 0.5;
    const isRight = (coin * 10) % 1 < 0.8;
    return { label: says === isRight ? 1 : 0, says, base: logit(says ? 0.8 : 0.2) };
  });
  expect(chooseHead(labels, bool)).toMatchObject({ heads: null, refusal: 'no_gain' });
});

it('keeps none where what older labels taught no longer holds in the newest fifth', () => {
  const labels = madeLabels(1_000, (at, coin) => {
    const isYes = coin < 0.5;
    return { label: isYes ? 1 : 0, says: at < 800 ? isYes : at % 2 === 0 };
  });
  const choice = chooseHead(labels, bool);
  expect(choice).toMatchObject({ heads: null, refusal: 'drift' });
  expect(choice.evidence?.gain).toBeGreaterThan(2 * (choice.evidence?.standardError ?? 0));
  expect(choice.evidence?.newestGain).toBeLessThan(0);
});

it('asks for a hundred labels, ten of them of the second class', () => {
  const few = madeLabels(99, (at) => ({ label: at % 2, says: at % 2 === 1 }));
  const oneSided = madeLabels(300, (at) => ({ label: at < 9 ? 1 : 0, says: at < 9 }));
  for (const labels of [few, oneSided])
    expect(chooseHead(labels, bool)).toEqual({ heads: null, refusal: 'few_labels', evidence: null });
});

it('beats a constant engine of three classes only by what words tell, not by the shares of the classes', () => {
  const shares = (coin: number) => (coin < 0.7 ? 0 : coin < 0.9 ? 1 : 2);
  const labels = madeLabels(600, (at, coin) => ({ label: shares(coin), says: at % 2 === 0 })).map((label) => ({
    ...label,
    base: [0, 0, 0],
  }));
  const { evidence, refusal } = chooseHead(labels, { classes: 3 });
  expect(refusal).toBe('no_gain');
  expect(evidence?.baseLoss).toBeLessThan(0.85);
});

describe('a small gain', () => {
  /** The text tells the label in this share of the documents. */
  const telling = (share: number) =>
    madeLabels(400, (at, coin) => {
      const isYes = coin < 0.5;
      return { label: isYes ? 1 : 0, says: (at * 7_919) % 100 < share * 100 ? isYes : at % 2 === 0 };
    });

  it('that is shown in a training of one judgment is not shown in one that looks at 200 [STAT-F13]', () => {
    const labels = telling(0.4);
    const alone = chooseHead(labels, bool);
    const among = chooseHead(labels, bool, 200);
    // It is shown, and then asked whether it still holds for the newest fifth.
    expect(alone.refusal).not.toBe('no_gain');
    expect(among).toMatchObject({ heads: null, refusal: 'no_gain' });
    expect(among.evidence?.p).toBeCloseTo(Math.min(1, 200 * (alone.evidence?.p ?? NaN)), 9);
  });

  it('of more than two standard errors is not kept where the worst loss may not have come yet [STAT-F13]', () => {
    const { refusal, evidence } = chooseHead(telling(0.3), bool);
    expect(evidence?.gain).toBeGreaterThan(2 * (evidence?.standardError ?? NaN));
    expect(refusal).toBe('no_gain');
  });
});
