import type { WorkerParts } from '#platform/jobs.ts'
import { forgetTraces } from './traces.ts'

export const accountWorker: WorkerParts = { jobs: [{ name: 'forget_traces', run: forgetTraces }] }
