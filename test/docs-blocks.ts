import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Block = { language: string; text: string; heading: string }

/** Returns the code blocks on a Markdown page, in order. */
export const blocksOf = (markdown: string): Block[] =>
  markdown.split(/^(?=##+ )/m).flatMap((part) => {
    const heading = /^##+ (.+)/.exec(part)?.[1] ?? ''
    return [...part.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => ({ language: language!, text: text!, heading }))
  })

const ROOT = new URL('..', import.meta.url)
/** A folder where code can import this project's packages by name, as the code of a webhook developer does. */
const SCRATCH = new URL('node_modules/.cache/docs-blocks/', ROOT)

/**
 * Creates a folder with the files that readers of the documentation download. With `packages`, code in the folder can import this project's
 * packages by name.
 */
export async function folderOfReader(t: { after(stop: () => Promise<void>): void }, { packages = false } = {}): Promise<string> {
  await mkdir(SCRATCH, { recursive: true })
  const folder = await mkdtemp(join(packages ? SCRATCH.pathname : tmpdir(), 'resale-reader-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const file of ['resale.mjs', 'verify.mjs', 'verify.py']) await cp(new URL(`docs/examples/${file}`, ROOT), join(folder, file))
  return folder
}

/**
 * Turns a code block that verifies a request into a function. The parameters are the block's variables `body`, `request` and `secret`. The
 * function returns the value of `event`.
 */
export async function checkIn(folder: string, name: string, block: string): Promise<(delivery: Delivery) => Promise<unknown>> {
  const lines = block.split('\n')
  const imports = lines.filter((line) => line.startsWith('import '))
  const rest = lines.filter((line) => !line.startsWith('import '))
  const file = join(folder, `${name}.mjs`)
  await writeFile(
    file,
    `${imports.join('\n')}\nexport default async function check({ body, request, secret }) {\n${rest.join('\n')}\nreturn event\n}\n`,
  )
  const { default: check } = (await import(file)) as { default: (delivery: object) => Promise<unknown> }
  return ({ body, headers, secret }) => check({ body: Buffer.from(body), request: { headers }, secret })
}

export type Delivery = { body: string; headers: Record<string, string>; secret: string }
