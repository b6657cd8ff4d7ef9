import { drawCard } from './draw-card.ts'
import { serveJobs } from './serve-jobs.ts'

/** The drawing process, which opens only this project's SVG and never an upload. */
serveJobs(drawCard)
