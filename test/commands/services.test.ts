import { LONG } from './cases.ts'
import { commandTests } from './run.ts'

commandTests(LONG)
