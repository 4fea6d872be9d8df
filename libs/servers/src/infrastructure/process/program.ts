export {
  isNatsNewEnough,
  natsProgram,
  natsVersion,
  postgresMajor,
  postgresPrograms,
  type PostgresProgram,
} from '../../../plain/program.cjs';
