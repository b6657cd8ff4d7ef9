export { audit, faultsIn, type Fault } from '#platform/db/audit.ts'
