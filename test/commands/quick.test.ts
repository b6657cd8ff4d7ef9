import { QUICK } from './cases.ts'
import { commandTests } from './run.ts'

commandTests(QUICK)
