export { DatabaseAway, isDatabaseAway, sqlStateOf } from './database-away.ts'
