export { afterCommit } from './transaction.ts'
