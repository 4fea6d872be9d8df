import { CONFIG, DATABASE } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { plans } from '@app/contracts';
import { QuotasListed } from '@app/contracts/billing';
import { NamespaceDeleted, NamespacesMetered } from '@app/contracts/documents';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { billingSettings } from '../app.config';
import { measureStorage } from './storage.store';

const nothing = { documents: 0, bytes: 0, pinned: false, written_month: null };

/** What namespaces hold: documents measures it, billing charges for it and limits it by plan. */
@Injectable()
export class StorageHandler {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof billingSettings>,
  ) {}

  applyMeasures({ organization, namespaces, measured_at }: NamespacesMetered): Promise<void> {
    return measureStorage(this.database, organization, namespaces, measured_at);
  }

  /** A deleted namespace holds nothing from now on. What it held until now stays owed. */
  applyDeletion({ organization, namespace }: NamespaceDeleted): Promise<void> {
    return measureStorage(this.database, organization, [{ namespace, ...nothing }], null);
  }

  quotas(): QuotasListed {
    const { quotas } = this.config.prices;
    return {
      quotas: plans.map((plan) => {
        const { namespaces, documents, gib } = quotas[plan];
        return { plan, namespaces, documents, gib };
      }),
    };
  }
}
