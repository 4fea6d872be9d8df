import { CONFIG, DATABASE, LOGGER } from '@app/boot';
import { Delivered } from '@app/bus';
import { EndpointHealthEventData, EventRaised } from '@app/contracts/events';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { findOrganization } from '../organization/organization.store';
import { EndpointNews, contentOf } from './mail-content';
import { MailSender } from './mail-sender';
import { writeMails } from './mail.store';

const changes: Partial<Record<string, EndpointNews['change']>> = {
  'webhook_endpoint.failing': 'failing',
  'webhook_endpoint.disabled': 'disabled',
};

/** An earlier release raised these events without the last error. */
type HealthData = Omit<EndpointHealthEventData, 'last_error'> & Partial<Pick<EndpointHealthEventData, 'last_error'>>;

interface MailSettings {
  publicUrl: string;
}

/** Mails a change of an endpoint's health to the owners and admins of its organization. */
@Injectable()
export class MailHandler {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly sender: MailSender,
    @Inject(CONFIG) private readonly settings: MailSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async writeMails({ payload: event }: Delivered<EventRaised>): Promise<void> {
    const change = changes[event.type];
    if (!change) return;
    const organization = await findOrganization(this.database, event.organization);
    const { endpoint, last_error: lastError = null } = event.data as HealthData;
    const facts = { event: event.id, organization: event.organization, endpoint: endpoint.id };
    if (!organization)
      return this.logger.warn(facts, 'the organization of an endpoint does not exist: no mail is written');
    const publicUrl = this.settings.publicUrl.replace(/\/+$/, '');
    const content = contentOf({ change, endpoint, lastError, organization: organization.name, publicUrl });
    const { addressees, written } = await writeMails(this.database, event, content, this.sender.statusOfNew);
    if (addressees === 0) this.logger.warn(facts, 'no owner or admin has a verified address: no mail is written');
    if (written > 0) this.sender.wake();
  }
}
