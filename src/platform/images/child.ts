import { decode } from './decode.ts'
import { serveJobs } from './serve-jobs.ts'

/** The decoding process: it opens what people send. */
serveJobs(decode)
