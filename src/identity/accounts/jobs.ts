import type { WorkerParts } from '#platform/jobs/index.ts'
import { anonymizeClosedAccount } from './anonymize.ts'

export const accountWorker: WorkerParts = { jobs: [{ name: 'forget_traces', run: anonymizeClosedAccount }] }
