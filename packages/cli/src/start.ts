import { explained } from './failures.ts'
import { createProgram } from './program.ts'

const VERSION = '0.2.0'

// a closed output pipe (`resale tail | head`) is not an error
process.stdout.on('error', () => process.exit(0))
process.once('SIGINT', () => process.exit(130))

try {
  await createProgram(VERSION).parseAsync()
} catch (error) {
  const { message, code } = explained(error)
  if (message !== null) process.stderr.write(`resale: ${message}\n`)
  process.exitCode = code
}
