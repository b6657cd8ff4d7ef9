export { afterCommit } from './db/transaction.ts'
