import { drawCard } from './draw-card.ts'
import { serveJobs } from './serve-jobs.ts'

/** The drawing process: opens only this project's SVG, never an upload. */
serveJobs(drawCard)
