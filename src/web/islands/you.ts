import { talk } from './talk.ts'

// What a buyer's own pages add: what is written meanwhile shows by itself.
talk()
