import { filled } from '@app/commands';
import { Option } from 'commander';

/** The option that nearly every command of the operator has. */
export interface Organization {
  org: string;
}

export const organizationOption = (): Option =>
  new Option('--org <name>', 'name or id of the organization').argParser(filled).makeOptionMandatory();
