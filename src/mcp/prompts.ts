import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Anonymous, Person } from '#platform/context/index.ts'
import type { Scope } from '#core/scopes.ts'

type Prompt = {
  name: string
  title: string
  description: string
  /** Required scope; null for anyone. */
  scope: Scope | null
  arguments: readonly { name: string; description: string; required: boolean }[]
  text(given: Readonly<Record<string, string>>): string
}

/** Picked by users from a menu. */
const PROMPTS: readonly Prompt[] = [
  {
    name: 'sellers_day',
    title: 'My day as a seller',
    description: 'What waits, what it costs to be late, and a proposal for each.',
    scope: 'read',
    arguments: [],
    text: () =>
      'Look at my inbox on the marketplace with read_inbox. Tell me in a few lines what waits, the dearest first, with its deadline. For each offer say how it compares with the price and propose an answer; for each parcel say what to send and to where; for each conversation propose a reply. Do nothing yet: wait for my word on each.',
  },
  {
    name: 'sell_a_thing',
    title: 'Sell a thing',
    description: 'From photos to a priced listing.',
    scope: 'listings',
    arguments: [{ name: 'what', description: 'What it is, in your words.', required: false }],
    text: ({ what }) =>
      `I want to sell ${what ? `this: ${what}` : 'what is on my photos'}. Make a draft with draft_listing, then find out what it is worth with research_price. Ask me what only I can know, the condition first. Show me the words and a price with your reason, and call price_and_publish when I say yes.`,
  },
  {
    name: 'answer_offers',
    title: 'Answer my offers',
    description: 'Every open offer with a proposal.',
    scope: 'offers',
    arguments: [],
    text: () =>
      'List the open offers that I received with list_offers (role seller, status open). For each: the thing, its price, the offer, how long it stands, and what you would answer and why. Answer with answer_offer only what I say yes to.',
  },
  {
    name: 'find_a_thing',
    title: 'Find a thing',
    description: 'A search by what you wish for, with a budget.',
    scope: null,
    arguments: [
      { name: 'what', description: 'What you are looking for.', required: true },
      { name: 'budget', description: 'The most that you would pay, in US dollars, with shipping.', required: false },
    ],
    text: ({ what, budget }) =>
      `Find ${what} on the marketplace${budget ? ` for at most ${budget} US dollars with shipping` : ''}. Use search_market, read the best three with read_item, look at read_reviews of their shops, and compare price, shipping, condition and seller. Buy and offer nothing without my word.`,
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

/** Fills in a prompt. Errors: -32602 that names the argument. */
export function promptText(actor: Anonymous | Person, name: string, given: Readonly<Record<string, string>> = {}) {
  const prompt = PROMPTS.find((one) => one.name === name && mayUse(actor, one))
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt. prompts/list names those there are.')
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
