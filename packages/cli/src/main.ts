#!/usr/bin/env node
import { versionProblem } from './node-version.ts'

const problem = versionProblem(process.versions.node)
if (problem !== null) {
  process.stderr.write(`resale: ${problem}\n`)
  process.exitCode = 1
} else await import('./start.ts') // loaded only after the version check, because older Node versions lack exports that the program imports
