import type { Context, Person } from '#platform/context/index.ts'
import { keyAmong } from '#catalog/listings/rules/fields.ts'
import { ApiError, conflict, invalid, notFound } from '#platform/errors/index.ts'
import { api, type Change, type ChatMessage, found, type Listing, type ResearchRun, type Take } from '#web/framework/page/index.ts'
import { call, inOneTransaction } from '#platform/http/call.ts'
import { MESSAGES } from './copy.ts'

export const HELP_TABS = ['research', 'words', 'chat'] as const
export type HelpTab = (typeof HELP_TABS)[number]

/** Result of a helper action: the tab to show, the message, and the id of the take (generated version). */
export type Helped = { tab: HelpTab; message: string; take?: string }

type HelpRequest = { viewer: Person; id: string; fields: Record<string, string> }
type Action = (ctx: Context, request: HelpRequest) => Promise<Helped>

const ACTIONS: Readonly<Record<string, Action>> = {
  'help-research': research,
  'use-price': usePrice,
  'set-line': setLine,
  'help-words': write,
  'use-take': useTake,
  'take-part': takePart,
  'help-chat': chat,
  'chat-undo': undoChange,
}
export const isHelperAction = (action: string): boolean => Object.hasOwn(ACTIONS, action)

/** Performs an action in the helper panel. Errors: same as the API action, and 503 if the helper is turned off or fails. */
export const helpWith = (ctx: Context, viewer: Person, id: string, fields: Record<string, string>): Promise<Helped> =>
  ACTIONS[fields.do!]!(ctx, { viewer, id, fields })

async function research(ctx: Context, { viewer, id, fields: { prompt = '' } }: HelpRequest): Promise<Helped> {
  await call(ctx, viewer, api.startResearch, { params: { id }, body: prompt ? { prompt } : {} })
  return { tab: 'research', message: 'Price research started.' }
}

async function usePrice(ctx: Context, { viewer, id, fields: { amount = '' } }: HelpRequest): Promise<Helped> {
  await call(ctx, viewer, api.changeListing, { params: { id }, body: { price: amount } })
  return { tab: 'research', message: 'Price set.' }
}

/** Sets a detail line, which then counts as the seller's own. `keep=no` removes the line instead. */
async function setLine(ctx: Context, { viewer, id, fields: { label = '', value = '', keep } }: HelpRequest): Promise<Helped> {
  if (keep !== 'no' && value.trim() === '') throw invalid('value', `First write an answer to “${label}”.`)
  await call(ctx, viewer, api.changeListing, { params: { id }, body: { fields: [{ label, value: keep === 'no' ? '' : value }] } })
  return { tab: 'research', message: keep === 'no' ? 'Removed from the details.' : 'Added to the details.' }
}

async function write(ctx: Context, { viewer, id, fields }: HelpRequest): Promise<Helped> {
  const instruction = fields.instruction === 'own' ? (fields.own ?? '').trim() : fields.instruction
  if (fields.instruction === 'own' && !instruction) throw invalid('own', 'Enter instructions, or press a different button.')
  const body = { tone: fields.tone ?? '', ...(instruction ? { instruction } : {}) }
  const { take, message } = await call(ctx, viewer, api.writeWords, { params: { id }, body })
  if (!take) throw new ApiError('unavailable', message ?? 'The helper did not write anything. Try again.')
  return { tab: 'words', message: 'New version written. Your listing will not change until you use this version.', take: take.id }
}

const WORDS_USED = 'Your listing now uses this wording.'

async function useTake(ctx: Context, { viewer, id, fields: { take = '' } }: HelpRequest): Promise<Helped> {
  await call(ctx, viewer, api.useTake, { params: { id, take } })
  return { tab: 'words', message: WORDS_USED, take }
}

async function takePart(ctx: Context, { viewer, id, fields: { take = '', part } }: HelpRequest): Promise<Helped> {
  const takes = await takesOf(ctx, viewer, id)
  const found = takes.find((one) => one.id === take)
  if (!found) throw notFound('take')
  if (part !== 'title' && part !== 'one_liner' && part !== 'description')
    throw invalid('part', 'Choose the title, the short summary or the description.')
  await call(ctx, viewer, api.changeListing, { params: { id }, body: { [part]: found[part] } })
  return { tab: 'words', message: WORDS_USED, take }
}

/** Returns all takes (generated versions) of a listing, newest first. */
export async function takesOf(ctx: Context, viewer: Person, id: string): Promise<readonly Take[]> {
  const all: Take[] = []
  for (;;) {
    const page = await call(ctx, viewer, api.listTakes, { params: { id }, query: { limit: '100', offset: String(all.length) } })
    all.push(...page.data)
    if (!page.has_more) return all
  }
}

async function chat(ctx: Context, { viewer, id, fields: { message = '' } }: HelpRequest): Promise<Helped> {
  const reply = await call(ctx, viewer, api.sendChat, { params: { id }, body: { message } })
  if (reply.error !== null) throw new ApiError('unavailable', reply.error)
  return { tab: 'chat', message: MESSAGES.answered }
}

/** Returns the newest chat messages, oldest first. */
export const chatOf = async (ctx: Context, viewer: Person, id: string): Promise<readonly ChatMessage[]> =>
  (await call(ctx, viewer, api.listChat, { params: { id }, query: { limit: '40' } })).data.toReversed()

async function undoChange(ctx: Context, { viewer, id, fields: { message = '', change = '' } }: HelpRequest): Promise<Helped> {
  const undone = (await chatOf(ctx, viewer, id)).find((one) => one.id === message)?.changes[Number(change)]
  if (!undone) throw notFound('change')
  await inOneTransaction(ctx, async (tx) => {
    const listing = await call(tx, viewer, api.getListing, { params: { id } })
    if (!isUnchanged(listing, undone))
      throw conflict(`${undone.label} has changed since then, so you cannot undo this. Change it in the form instead.`)
    await call(tx, viewer, api.changeListing, { params: { id }, body: backTo(undone) })
  })
  return { tab: 'chat', message: 'Change undone.' }
}

/** Returns true if the change's value is still in the listing, and the change's label still refers to the same detail line. */
export const isUnchanged = (listing: Listing, { key, label, after }: Change): boolean => {
  if (key === 'price' || key === 'lowest_price' || key === 'take_offers') return listing[key] === after
  const value = listing.fields.find((line) => line.key === key)?.value ?? null
  return value === after && keyAmong(listing.fields, label) === key
}

/** The request that undoes a change. An empty value clears the field. */
const backTo = ({ key, label, before }: Change) =>
  key === 'price' || key === 'lowest_price' || key === 'take_offers'
    ? { [key]: String(before ?? '') }
    : { fields: [{ label, value: String(before ?? '') }] }

/** Returns the listing's last research run, or null. */
export const lastRun = (ctx: Context, viewer: Person, id: string): Promise<ResearchRun | null> =>
  found(call(ctx, viewer, api.getResearch, { params: { id } }))
