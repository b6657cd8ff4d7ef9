import { decode } from './decode.ts'
import { serveJobs } from './serve-jobs.ts'

/** Entry point of the decoding process, which opens uploaded images. */
serveJobs(decode)
