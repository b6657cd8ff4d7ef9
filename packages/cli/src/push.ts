import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Listing } from '@resale/sdk'
import { fromPath } from '@resale/sdk/node'
import { EXIT, Failure } from './failures.ts'
import { dollars } from './output.ts'
import type { SignedIn } from './run.ts'

export type Push = { shop?: string; research: boolean }

type Item = { name: string; pictures: string[] }
/** Progress of each item. It is stored in the folder, so that the next run can continue after an interruption. */
type Progress = { run: string; items: Record<string, { id?: string; photos: number; priced?: boolean }> }
type Work = { run: SignedIn; folder: string; options: Push; progress: Progress }

const PICTURES = ['.jpg', '.jpeg', '.png', '.webp', '.avif', '.heic', '.mp4', '.mov', '.webm']
const PROGRESS_FILE = '.resale-push.json'
const MOST_PHOTOS = 24
const RESEARCH_MS = 180_000

/**
 * Creates a draft for each subfolder and for each single image of a folder: uploads the images, starts the research and sets the price.
 * Skips steps that an earlier run completed.
 */
export async function push(run: SignedIn, folder: string, options: Push): Promise<void> {
  const items = await itemsIn(resolve(folder))
  const work: Work = { run, folder: resolve(folder), options, progress: await readProgress(resolve(folder)) }
  // stored before the first call, so that the next run can detect an interruption
  await saveProgress(work)
  const steps = items.reduce((sum, { pictures }) => sum + pictures.length + 2, 0)
  const made: Listing[] = []
  let done = 0
  for (const item of items) {
    const step = (text: string) => run.out.progress(done++, steps, `${item.name}: ${text}`)
    made.push(await draftOf(work, item, step))
    if (!run.out.json) run.out.endProgress()
    if (!run.out.json && !process.stderr.isTTY) run.out.note(`${item.name}: done`)
  }
  run.out.table(made, {
    id: ({ id }) => id,
    title: ({ title, name }) => title ?? name,
    price: (listing) => (isGuess(listing) ? `${dollars(listing.price)}, a guess` : dollars(listing.price)),
    photos: ({ photos }) => photos.length,
    next: ({ step }) => step,
    edit: ({ edit_url }) => edit_url,
  })
  const guesses = made.filter(isGuess).length
  if (guesses > 0)
    run.out.note(
      `No comparable prices were found for ${guesses} of ${made.length} drafts, so they have the default price. Set a price before you publish.`,
    )
}

/**
 * Returns true if the research found no evidence for the price (spec: completions 13.1). Earlier releases of the service do not send this
 * field.
 */
const isGuess = (listing: Listing): boolean => (listing as { price_basis?: string | null }).price_basis === 'default'

async function itemsIn(folder: string): Promise<Item[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new Failure(`${folder} is not a readable folder.`, EXIT.usage, { cause })
  })
  const items: Item[] = []
  for (const entry of entries.filter(({ name }) => !name.startsWith('.')).toSorted((a, b) => byName(a.name, b.name))) {
    if (entry.isFile() && isPicture(entry.name)) items.push({ name: entry.name, pictures: [join(folder, entry.name)] })
    if (!entry.isDirectory()) continue
    const inside = join(folder, entry.name)
    const pictures = (await readdir(inside)).filter((name) => isPicture(name)).toSorted(byName)
    if (pictures.length > MOST_PHOTOS)
      throw new Failure(`${inside} has ${pictures.length} pictures; a listing can have at most ${MOST_PHOTOS}.`, EXIT.usage)
    if (pictures.length > 0) items.push({ name: entry.name, pictures: pictures.map((name) => join(inside, name)) })
  }
  if (items.length === 0) throw new Failure(`There are no pictures in ${folder}.`, EXIT.usage)
  return items
}

const isPicture = (name: string): boolean => PICTURES.includes(extname(name).toLowerCase()) && !name.startsWith('.')
const byName = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })

/**
 * Derives a prompt from a file name: `oak-table_lamp.jpg` becomes `oak table lamp`. Returns undefined for a file name that a camera
 * generated.
 */
export function promptOf(name: string): string | undefined {
  const text = basename(name, PICTURES.includes(extname(name).toLowerCase()) ? extname(name) : '')
    .replaceAll(/[-_.]+/g, ' ')
    .trim()
  return /^(img|dsc|dscn|pxl|image|photo|mvi)?\s*[\d\s]*$/i.test(text) ? undefined : [...text].slice(0, 500).join('')
}

async function draftOf(work: Work, item: Item, step: (text: string) => void): Promise<Listing> {
  const { run, progress, options } = work
  const { resale } = run
  const state = (progress.items[item.name] ??= { photos: 0 })
  // every run for this folder sends the same idempotency key, so the service does not repeat a step whose result an interrupted run could
  // not record
  const keyFor = (what: string) => `push-${progress.run}-${Buffer.from(item.name).toString('base64url').slice(0, 120)}-${what}`
  step('draft')
  if (state.id === undefined) {
    const prompt = promptOf(item.name)
    const input = {
      ...(prompt === undefined ? {} : { prompt, title: titleOf(prompt) }),
      ...(options.shop === undefined ? {} : { shop: options.shop }),
    }
    state.id = (await resale.listings.create(input, { idempotencyKey: keyFor('draft') })).id
    await saveProgress(work)
  }
  for (const [at, picture] of item.pictures.entries()) {
    step(`photo ${at + 1} of ${item.pictures.length}`)
    if (at < state.photos) continue
    await resale.listings.addPhotos(state.id, { photos: [await fromPath(picture)] }, { idempotencyKey: keyFor(`photo-${at}`) })
    state.photos = at + 1
    await saveProgress(work)
  }
  step('price')
  if (options.research && !state.priced) {
    await researched(run, state.id)
    state.priced = true
    await saveProgress(work)
  }
  return resale.listings.get(state.id)
}

/** Shortens a prompt to the maximum length of a title, which is counted in code points. */
const titleOf = (prompt: string): string => {
  const [first = '', ...rest] = prompt
  return [first.toUpperCase(), ...rest].slice(0, 80).join('')
}

/** Runs research for a draft. If the research fails, the draft does not change. */
async function researched({ resale, out }: SignedIn, id: string): Promise<void> {
  let { status } = await resale.listings.startResearch(id)
  for (const until = Date.now() + RESEARCH_MS; status === 'running' && Date.now() < until;) {
    await sleep(500)
    status = (await resale.listings.getResearch(id)).status
  }
  if (status !== 'done') out.note(`${id}: no price was found.`)
}

async function readProgress(folder: string): Promise<Progress> {
  try {
    return JSON.parse(await readFile(join(folder, PROGRESS_FILE), 'utf8')) as Progress
  } catch {
    return { run: randomUUID(), items: {} }
  }
}

async function saveProgress({ folder, progress }: Work): Promise<void> {
  await writeFile(join(folder, `${PROGRESS_FILE}.new`), JSON.stringify(progress, null, 2))
  await rename(join(folder, `${PROGRESS_FILE}.new`), join(folder, PROGRESS_FILE))
}
