import { uploadDocuments, UploadResult } from './document.upload';
import { OutcomeResult, postOutcomes } from './outcome.post';
import { ProgressFile } from './progress';
import { SetRecipes } from './recipe';
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
  private constructor(
    private readonly parts: { tenant: Tenant; progress: ProgressFile }[],
    private readonly options: LoadOptions,
  ) {}

  static async open(tenants: readonly Tenant[], options: LoadOptions): Promise<TenantLoad> {
    const parts: { tenant: Tenant; progress: ProgressFile }[] = [];
    for (const tenant of tenants) {
      const { target, folder } = tenant;
      const identity = [options.baseUrl, target.namespace, target.createdAt, folder.path, folder.fingerprint];
      parts.push({ tenant, progress: await ProgressFile.open(options.stateFolder ?? null, identity) });
    }
    return new TenantLoad(parts, options);
  }

  async upload(recipes: SetRecipes, onDone: OnDone): Promise<UploadResult> {
    const { batchSize = 250, inFlight = 4 } = this.options;
    const total = this.parts.reduce((sum, { tenant }) => sum + tenant.folder.documents, 0);
    const results: UploadResult[] = [];
    let before = 0;
    for (const { tenant, progress } of this.parts) {
      const done = (documents: number) => onDone(before + documents, total);
      const bounds = { batchSize, inFlight, onDone: done };
      results.push(await uploadDocuments(tenant.target, tenant.folder, recipes, progress, bounds));
      before += tenant.folder.documents;
    }
    const sum = (of: 'written' | 'unchanged' | 'skipped') => results.reduce((all, result) => all + result[of], 0);
    const problems = results.flatMap((result) => result.problems);
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
      ...{ recorded: sum('recorded'), replaced: sum('replaced'), unchanged: sum('unchanged') },
      ...{ matched: sum('matched'), unmatched: sum('unmatched'), withoutValue: sum('withoutValue') },
      problems: results.flatMap((result) => result.problems),
    };
  }
}
