/** The door for those who keep the data in PostgreSQL. Nothing else of the service leads to its driver. */
export { postgresDatabase, type DatabaseOptions } from './postgres/database.ts';
