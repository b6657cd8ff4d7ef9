import { decode } from './decode.ts'
import { serveJobs } from './serve-jobs.ts'

/** The decoding process, which opens uploaded files. */
serveJobs(decode)
