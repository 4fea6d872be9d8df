import { runExampleScript } from '../start/example';
import { State } from '../state/state';
import { stateFolder } from '../workspace';

/**
 * `npm run example -- <folder> [options of the loader]`: through the service that runs from this checkout, unless
 * BASE_URL and API_KEY, or --base-url and --api-key, name another.
 */
export function loadExample(args: string[]): Promise<number> {
  const state = new State(stateFolder());
  const { BASE_URL: baseUrl = state.running?.baseUrls[0], API_KEY: apiKey = state.kept.apiKey } = process.env;
  return runExampleScript(args, { baseUrl, apiKey });
}
