export {
  isNatsNewEnough,
  natsProgram,
  natsVersion,
  postgresMajor,
  postgresPrograms,
  type PostgresProgram,
} from '../../servers/program.cjs';
