import { drawCard } from './draw-card.ts'
import { serveJobs } from './serve-jobs.ts'

/** The drawing process: it opens SVG of this project and nothing else. What people send never comes here. */
serveJobs(drawCard)
