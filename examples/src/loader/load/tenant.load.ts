import { Derivation } from '../recipe/derive';
import { uploadDocuments, UploadResult, UploadWhat } from './document.upload';
import { Folder } from '../data/folder';
import { OutcomeResult, postOutcomes } from './outcome.post';
import { ProgressFile } from '../data/progress';
import { SetRecipes } from '../recipe/recipe';
import { Tenant } from './tenant';

export interface LoadOptions {
  baseUrl: string;
  stateFolder?: string | null;
  batchSize?: number;
  inFlight?: number;
}

type OnDone = (done: number, total: number) => void;

/** Writes the rows of each tenant into its namespace, one tenant after another, each with a progress of its own. */
export class TenantLoad {
  private readonly results: UploadResult[] = [];

  private constructor(
    private readonly parts: { tenant: Tenant; progress: ProgressFile }[],
    private readonly form: Pick<UploadWhat, 'recipes' | 'derivation'>,
    private readonly options: LoadOptions,
  ) {}

  /**
   * @param whole the set, of which the tenants' are parts: a field may be derived of any document
   * @param recipes where they differ from those of an earlier run, what it wrote is written anew
   */
  static async open(
    { tenants, whole }: { tenants: readonly Tenant[]; whole: Folder },
    recipes: SetRecipes,
    options: LoadOptions,
  ): Promise<TenantLoad> {
    const parts: { tenant: Tenant; progress: ProgressFile }[] = [];
    for (const tenant of tenants) {
      const { target, folder } = tenant;
      const where = [options.baseUrl, target.namespace, target.createdAt, folder.path, folder.fingerprint];
      const identity = [...where, JSON.stringify([recipes.attributes, recipes.derived])];
      parts.push({ tenant, progress: await ProgressFile.open(options.stateFolder ?? null, identity) });
    }
    const derivation = await Derivation.open(whole, recipes.derived);
    return new TenantLoad(parts, { recipes, derivation }, options);
  }

  /** Writes the documents that are judged, or the others. */
  async upload(isJudged: boolean, onDone: OnDone): Promise<void> {
    const { batchSize = 250, inFlight = 4 } = this.options;
    const total = this.parts.reduce((sum, { tenant }) => sum + tenant.folder.documents, 0);
    for (const { tenant, progress } of this.parts) {
      const { written, unchanged, skipped, problems } = this.uploaded;
      const before = written + unchanged + skipped + problems.length;
      const bounds = { batchSize, inFlight, onDone: (documents: number) => onDone(before + documents, total) };
      const what = { isJudged, ...this.form };
      this.results.push(await uploadDocuments(tenant.target, tenant.folder, what, progress, bounds));
    }
  }

  /** What all uploads came to. */
  get uploaded(): UploadResult {
    const sum = (of: 'written' | 'unchanged' | 'skipped') => this.results.reduce((all, one) => all + one[of], 0);
    const problems = this.results.flatMap((result) => result.problems);
    return { written: sum('written'), unchanged: sum('unchanged'), skipped: sum('skipped'), problems };
  }

  /** Call it when the judging is done. */
  async postOutcomes(onDone: OnDone): Promise<OutcomeResult> {
    const total = this.parts.reduce((sum, { tenant }) => sum + tenant.folder.outcomes, 0);
    const results: OutcomeResult[] = [];
    let posted = 0;
    for (const { tenant, progress } of this.parts) {
      const more = (count: number) => onDone((posted += count), total);
      results.push(await postOutcomes(tenant.target, tenant.folder, progress, more));
    }
    const sum = (of: Exclude<keyof OutcomeResult, 'problems'>) => results.reduce((all, result) => all + result[of], 0);
    return {
      recorded: sum('recorded'),
      replaced: sum('replaced'),
      unchanged: sum('unchanged'),
      matched: sum('matched'),
      unmatched: sum('unmatched'),
      withoutValue: sum('withoutValue'),
      problems: results.flatMap((result) => result.problems),
    };
  }
}
