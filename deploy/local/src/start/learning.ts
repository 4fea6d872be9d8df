import type { EngineView } from '@app/contracts/engines';
import type { EngineFile } from './engine-file';

/** The name that the learning engine of a start answers for: most installations have no model behind it. */
export const learningName = 'gpt-6-luna';

interface LearningDeps {
  /** Null where the operator names a file of entries. */
  file: EngineFile | null;
  /** Whether the settings say what stands behind the name. */
  isConfigured: boolean;
  /** An earlier start put the learning engine there. */
  hasLearnt: boolean;
  keep: () => void;
  /** Runs the engine until the start ends. */
  run: () => void;
  say: (line: string) => void;
}

/** The engine that learns from outcomes, beside a start that has no model behind `gpt-6-luna`. */
export class LearningStart {
  constructor(private readonly deps: LearningDeps) {}

  /** Before the services start: what stood behind the name in the start before stands there at once, and no epoch opens. */
  begin(): void {
    const { file, isConfigured, hasLearnt } = this.deps;
    if (hasLearnt && !isConfigured) file?.hold(learningName, { dialect: 'extension' });
  }

  /** Once requests are answered: puts the engine behind the name and runs it, or says why not. */
  open(engines: readonly EngineView[]): void {
    const { file, isConfigured, hasLearnt, keep, run, say } = this.deps;
    const source = engines.find(({ name }) => name === learningName)?.source;
    if (file === null) {
      return say(
        `--learn: put "${learningName}": {"dialect": "extension"} into the file of ENGINE_ENTRIES_FILE, then run npm run learning-engine -- run ${learningName}`,
      );
    }
    if (isConfigured || (!hasLearnt && source !== 'built_in')) {
      return say(`--learn: ${learningName} is taken by another model, so the learning engine is not started`);
    }
    file.hold(learningName, { dialect: 'extension' });
    keep();
    run();
    say(
      `The learning engine answers for ${learningName}, at the weight of that name: npm run learning-engine -- train ${learningName}, once there are outcomes`,
    );
  }
}
