import { createInterface } from 'node:readline/promises'
import { EXIT, Failure } from './failures.ts'

/** Asks the user for confirmation. Throws unless the answer is yes. Without a terminal, the command needs `--yes`. */
export async function confirmed(prompt: string, yes: boolean | undefined): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw new Failure(`${prompt} Without a terminal, you cannot confirm. Use --yes.`, EXIT.usage)
  const line = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await line.question(`${prompt} [y/N] `)
  line.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('Cancelled. Nothing was changed.')
}
