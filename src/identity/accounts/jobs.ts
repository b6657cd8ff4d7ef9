import type { WorkerParts } from '#platform/jobs/index.ts'
import { forgetTraces } from './anonymize.ts'

export const accountWorker: WorkerParts = { jobs: [{ name: 'forget_traces', run: forgetTraces }] }
