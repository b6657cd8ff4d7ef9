export { DatabaseAway, sqlStateOf } from './db/failure.ts'
