import { drawCard } from './draw-card.ts'
import { serveJobs } from './serve-jobs.ts'

/** Entry point of the drawing process, which opens only SVG that this project creates, never uploaded images. */
serveJobs(drawCard)
