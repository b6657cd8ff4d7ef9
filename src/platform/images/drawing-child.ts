import { drawCard } from './draw-card.ts'
import type { CardJob, Job } from './protocol.ts'
import { rasterise } from './rasterise.ts'
import { serveJobs } from './serve-jobs.ts'

/** The drawing process: it opens SVG of this project and nothing else. What people send never comes here. */
serveJobs((job: Job | CardJob) => ('card' in job ? drawCard(job) : rasterise(job)))
