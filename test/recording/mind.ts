import type { ModelAnswer, Prompted } from '#test/fakes/model.ts'
import type { Schema } from '#test/fakes/model-mind.ts'

const REPLIES: Readonly<Record<string, unknown>> = {
  name: 'Grey lambswool crew-neck jumper, size M',
  brand: null,
  category: 'Clothing',
  color: 'Grey',
  size: 'M',
  condition: 'good',
  facts: [
    { label: 'Material', value: 'Lambswool', about_model: true },
    { label: 'Neck', value: 'Crew', about_model: true },
    { label: 'Sleeves', value: 'Long', about_model: false },
  ],
  questions: [{ label: 'Marks', question: 'Are there any marks or holes?' }],
  summary: 'Few sales to compare with.',
  title: 'Grey lambswool crew knit',
  one_liner: 'Soft, warm, one careful darn',
  description: 'A soft lambswool jumper.\n\nOne darn at the left elbow, see the last photo.',
  teaser: 'Soft lambswool, one darn',
  // Responds like a model that passes the buyer's question on to the owner.
  kind: 'pass',
  text: '',
  fact_ids: [],
  needs_owner: true,
}

/** Responds like a model that recognizes a single item, a jumper. In a chat, calls `set_price` and then reports the new price. */
export function mind({ schema, tools, step }: Prompted): ModelAnswer {
  if (schema)
    return { object: Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, replyFor(name, one)])) }
  if (!tools.includes('set_price')) return { text: 'ok' }
  return step === 0 ? { calls: [{ name: 'set_price', input: { price: 52 } }] } : { text: 'The price is 52 now.' }
}

const replyFor = (name: string, schema: Schema): unknown =>
  name in REPLIES ? REPLIES[name] : schema.type === 'array' ? [] : (schema.enum?.[0] ?? '')
