export { DatabaseAway, isDatabaseAway, sqlStateOf } from './db/failure.ts'
