import { secret, text } from '@app/config';

/** How the operator's command logs in where it cannot with the password of its service. */
export const operatorBusSettings = {
  operatorNatsPassword: secret('OPERATOR_NATS_PASSWORD', {
    meaning: 'password of the bus user `operator`, by which `operator explain` asks; empty: that of `NATS_PASSWORD`',
    fallback: '',
  }),
  operatorNatsCredentialsFile: text('OPERATOR_NATS_CREDENTIALS_FILE', {
    meaning: 'credentials file of the bus user `operator`, in place of a password',
    fallback: '',
  }),
};
