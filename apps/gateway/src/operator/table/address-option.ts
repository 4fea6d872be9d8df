import { matching } from '@app/commands';
import { Option } from 'commander';

const addressOf = matching(/^[^@\s]+@[^@\s]+$/, 'It must be an address such as ada@example.com.');

export const addressOption = (flag: string, description: string): Option =>
  new Option(`${flag} <address>`, description).argParser(addressOf);
