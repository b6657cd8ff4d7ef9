export { afterCommit } from '#platform/db/transaction.ts'
