import { CONFIG, DATABASE, LOGGER, type ServiceConfig } from '@app/boot';
import type { Logger } from '@app/observability';
import type { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable, OnModuleInit } from '@nestjs/common';
import type { GatewaySettings } from '../../app.config';
import type { MemberRole, Principal } from '../principal/principal';

const several = { name: 'organizations-several', text: 'select id from organization limit 2' };

/** Who may put models behind the names: owners of the organizations that the operator lists. */
@Injectable()
export class ModelSetters implements OnModuleInit {
  private readonly organizations: readonly string[];

  constructor(
    @Inject(CONFIG) { modelsSetByOwnersOf }: ServiceConfig<GatewaySettings>,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.organizations = modelsSetByOwnersOf;
  }

  /** What these owners set gets the documents of others, too, where there are others: the operator should mean it. */
  async onModuleInit(): Promise<void> {
    if (this.organizations.length === 0) return;
    const { rowCount } = await this.database.query(several);
    if ((rowCount ?? 0) < 2) return;
    this.logger.warn(
      { organizations: this.organizations },
      'owners of these organizations decide where the documents of all organizations go: MODELS_SET_BY_OWNERS_OF',
    );
  }

  includes(organization: string, role: MemberRole): boolean {
    return role === 'owner' && this.organizations.includes(organization);
  }

  /** @throws Problem `forbidden` */
  assertIncludes({ organization, session }: Principal): void {
    if (session !== null && this.includes(organization.id, session.memberRole)) return;
    if (this.organizations.length === 0)
      throw new Problem(
        'forbidden',
        'Models are set by the configuration here: MODELS_SET_BY_OWNERS_OF lists no organization.',
      );
    throw new Problem(
      'forbidden',
      'Only owners of the organizations that MODELS_SET_BY_OWNERS_OF lists set models: they decide for all organizations.',
    );
  }
}
