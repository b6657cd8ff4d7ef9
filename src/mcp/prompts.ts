import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Anonymous, Person } from '#platform/context/index.ts'
import type { Scope } from '#core/scopes.ts'

type Prompt = {
  name: string
  title: string
  description: string
  /** Scope that a key needs for the prompt, or null if it needs none. */
  scope: Scope | null
  arguments: readonly { name: string; description: string; required: boolean }[]
  text(given: Readonly<Record<string, string>>): string
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'sellers_day',
    title: 'My day as a seller',
    description: 'Your open tasks, each with the cost of a delay and a proposal.',
    scope: 'read',
    arguments: [],
    text: () =>
      'Check my inbox on the marketplace with read_inbox. List in a few lines what needs my attention, most serious first, with deadlines. For each offer, compare it with the price and propose an answer. For each parcel, say what to send and where. For each conversation, propose a reply. Do nothing until I agree to each step.',
  },
  {
    name: 'sell_a_thing',
    title: 'Sell an item',
    description: 'From photos to a priced listing.',
    scope: 'listings',
    arguments: [{ name: 'what', description: 'The item, in your own words.', required: false }],
    text: ({ what }) =>
      `I want to sell ${what ? `this: ${what}` : 'the item in my photos'}. Create a draft with draft_listing, then research its value with research_price. Ask me what only I can know, starting with the condition. Show me the text and a price with your reasons, and call price_and_publish when I agree.`,
  },
  {
    name: 'answer_offers',
    title: 'Answer my offers',
    description: 'Your open offers, each with a proposed answer.',
    scope: 'offers',
    arguments: [],
    text: () =>
      'List the open offers that I received with list_offers (role seller, status open). For each, show the item, its price, the offer, its deadline, your proposed answer and the reason. Use answer_offer only for answers that I agree to.',
  },
  {
    name: 'find_a_thing',
    title: 'Find an item',
    description: 'Search by description and budget.',
    scope: null,
    arguments: [
      { name: 'what', description: 'Description of the item.', required: true },
      { name: 'budget', description: 'Maximum price in US dollars, including shipping.', required: false },
    ],
    text: ({ what, budget }) =>
      `Find ${what} on the marketplace${budget ? ` for at most ${budget} US dollars including shipping` : ''}. Use search_market, read the best three with read_item, check their shops with read_reviews, and compare price, shipping, condition and seller. Do not buy or make offers until I agree.`,
  },
]

const mayUse = (actor: Anonymous | Person, { scope }: Prompt): boolean =>
  scope === null || (actor.kind !== 'anonymous' && actor.scopes.includes(scope))

export const promptsFor = (actor: Anonymous | Person) =>
  PROMPTS.filter((one) => mayUse(actor, one)).map(({ name, title, description, arguments: takes }) => ({
    name,
    title,
    description,
    arguments: takes.map((one) => ({ ...one })),
  }))

const LONGEST = 1_000

/** Inserts arguments into a prompt. Errors: -32602 that names the argument. */
export function promptText(actor: Anonymous | Person, name: string, given: Readonly<Record<string, string>> = {}) {
  const prompt = PROMPTS.find((one) => one.name === name && mayUse(actor, one))
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt. prompts/list lists the available prompts.')
  for (const argument of prompt.arguments) {
    const value = given[argument.name]
    if (argument.required && !value?.trim()) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${argument.name} is required.`)
    if (value !== undefined && value.length > LONGEST)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${argument.name} must have at most ${LONGEST} characters.`)
  }
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text(given) } }],
  }
}

export const isOwnPrompt = (name: unknown): boolean => PROMPTS.some((one) => one.name === name && one.scope !== null)
