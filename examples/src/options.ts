import { type Commands, type OrderReader, addExamples, readOrder } from '@app/commands';

/** What the loader is asked to do. */
export interface ExampleOptions {
  folder: string;
  namespace?: string;
  /** Ends in /v1. */
  baseUrl?: string;
  apiKey?: string;
  summary?: string;
  reports?: string;
}

/** The options of `npm run example`. */
export const exampleTable: Commands<OrderReader<ExampleOptions>> = (example, run) => {
  example
    .description(
      'Loads a folder of documents through the API, judges them, posts their outcomes, fits, and prints agreement and cost. It continues where it stopped.',
    )
    .argument('<folder>', 'a data set in the format of examples/README.md')
    .option('--namespace <name>', 'where the documents go (named after the folder)')
    .option(
      '--base-url <url>',
      'address of the service, ending in /v1 (BASE_URL, else the service that runs from this checkout)',
    )
    .option('--api-key <key>', 'its key (API_KEY, else the key of the first start)')
    .option('--summary <file>', 'also writes the summary as JSON (none)')
    .option('--reports <folder>', 'where the calibration reports are saved (.state/reports)')
    .action(run((options: Omit<ExampleOptions, 'folder'>, folder: string) => ({ folder, ...options })));
  addExamples(example, 'examples/support-desk');
};

/** @throws UnreadableCommand with a sentence and the usage */
export function readExampleOptions(words: readonly string[]): ExampleOptions {
  return readOrder('npm run example --', [exampleTable], words);
}
