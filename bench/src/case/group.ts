import { Options } from '../options';
import { Case, Site } from './case';
import { Build, Run, Tally, reportFailure, runCases } from './run';

/** Cases that run on the same servers. */
export interface Group {
  /** Every row of the group, also those on demand. */
  readonly rows: readonly Pick<Case<never>, 'name' | 'goal'>[];
  /** Names of the cases that the options ask for. */
  chosen(options: Options): string[];
  run(run: Run): Promise<Tally>;
}

const thisCheckout = '.';

/**
 * @param open starts the servers of these cases, with the services of a checkout that is installed and built
 * @param cases in the order in which they run
 */
export function group<S extends Site>(open: (checkout: string) => Promise<S>, cases: readonly Case<S>[]): Group {
  const choose = (options: Options): Case<S>[] => cases.filter((one) => isChosen(one, options));
  return {
    rows: cases,
    chosen: (options) => choose(options).map(({ name }) => name),
    run: async (run) => {
      const chosen = choose(run);
      if (chosen.length === 0) return { cases: 0, failed: 0 };
      if (run.isOver()) {
        for (const { name } of chosen) run.print(`not begun: ${name}: ${run.minutes} minutes have passed`);
        return { cases: 0, failed: 0 };
      }
      const builds: Build<S>[] = [];
      try {
        try {
          builds.push({ label: 'this', site: await open(thisCheckout) });
          if (run.against !== null) builds.push({ label: 'against', site: await open(run.against) });
        } catch (error) {
          for (const { name } of chosen) reportFailure(name, error, run);
          return { cases: chosen.length, failed: chosen.length };
        }
        return await runCases(chosen, builds, run);
      } finally {
        for (const { site } of builds.reverse()) await site.stop();
      }
    },
  };
}

function isChosen<S extends Site>({ name, isOnDemand }: Case<S>, { only, isShort }: Options): boolean {
  if (only === '') return !isOnDemand || isShort;
  return name.includes(only);
}
