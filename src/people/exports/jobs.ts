import type { WorkerParts } from '#platform/jobs.ts'
import { buildExport, sweepExports } from './index.ts'

export const exportWorker: WorkerParts = {
  jobs: [{ name: 'build_export', run: (ctx, { id }: { id: string }) => buildExport(ctx, id) }],
  sweeps: [{ name: 'exports', asks: 'storage', run: sweepExports }],
}
