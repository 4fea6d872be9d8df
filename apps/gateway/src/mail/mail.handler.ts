import { Delivered } from '@app/bus';
import { EndpointHealthEventData, EventRaised } from '@app/contracts';
import { Logger } from '@app/observability';
import { OrganizationStore } from '../organization/organization.store';
import { EndpointNews, contentOf } from './mail-content';
import { MailSender } from './mail-sender.service';
import { MailStore } from './mail.store';

const changes: Partial<Record<string, EndpointNews['change']>> = {
  'webhook_endpoint.failing': 'failing',
  'webhook_endpoint.disabled': 'disabled',
};

/** Raised by a process of the version before, an event does not tell the last error. */
type HealthData = Omit<EndpointHealthEventData, 'last_error'> & Partial<Pick<EndpointHealthEventData, 'last_error'>>;

/** An endpoint's change of health becomes mails to the owners and admins of its organization. */
export class MailHandler {
  constructor(
    private readonly store: MailStore,
    private readonly organizations: OrganizationStore,
    private readonly sender: MailSender,
    private readonly publicUrl: string,
    private readonly logger: Logger,
  ) {}

  async tell({ payload: event }: Delivered<EventRaised>): Promise<void> {
    const change = changes[event.type];
    if (!change) return;
    const organization = await this.organizations.byId(event.organization);
    const { endpoint, last_error: lastError = null } = event.data as HealthData;
    const about = { event: event.id, organization: event.organization, endpoint: endpoint.id };
    if (!organization) return this.logger.warn(about, 'an endpoint of no known organization: nobody is mailed');
    const publicUrl = this.publicUrl.replace(/\/+$/, '');
    const content = contentOf({ change, endpoint, lastError, organization: organization.name, publicUrl });
    const { addressees, written } = await this.store.write(event, content, this.sender.statusOfNew);
    if (addressees === 0) this.logger.warn(about, 'no owner or admin has a verified address: nobody is mailed');
    if (written > 0) this.sender.wake();
  }
}
