import type { WorkerParts } from '#platform/jobs/index.ts'
import { buildExport, deleteExpiredExports } from './index.ts'

export const exportWorker: WorkerParts = {
  jobs: [{ name: 'build_export', run: (ctx, { id }: { id: string }) => buildExport(ctx, id) }],
  periodicJobs: [{ name: 'exports', tidies: true, party: 'storage', run: deleteExpiredExports }],
}
