import { type Service, services } from '@app/contracts';
import { InvalidArgumentError, Option } from 'commander';

/** `--service`, which may name the service that is asked and no other: `npm run operator` asks the one that it names, or each in turn. */
export function serviceOption(own: Service): Option {
  return new Option(
    '--service <service>',
    `asks this one alone: ${services.join(', ')} (all; an image asks its own)`,
  ).argParser((value) => {
    if (value === own) return own;
    throw new InvalidArgumentError(
      services.some((one) => one === value)
        ? `This is ${own}: ask ${value} itself.`
        : `It must be one of ${services.join(', ')}.`,
    );
  });
}
