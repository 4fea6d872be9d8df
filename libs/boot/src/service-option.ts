import { type Service, services } from '@app/contracts';
import { InvalidArgumentError, Option } from 'commander';

/** `--service`, which may name the service that is asked and no other: `npm run dead` asks each in turn. */
export function serviceOption(own: Service): Option {
  return new Option('--service <service>', `one of ${services.join(', ')}`).argParser((value) => {
    if (value === own) return own;
    throw new InvalidArgumentError(
      services.some((one) => one === value)
        ? `This is ${own}: ask ${value} itself.`
        : `It must be one of ${services.join(', ')}.`,
    );
  });
}
