import type { Context } from '#platform/context/index.ts'
import { sendPage, type Call } from '#web/framework/answer.ts'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { Layout } from '#web/ui/layouts/public.tsx'
import { TONE_COLOURS } from '#web/styles/tokens.ts'
import { Controls } from './controls.tsx'
import { Mails, sendMails, sendMailSample } from './mails.tsx'
import { Records } from './records.tsx'
import { States } from './states.tsx'
import { Appearance } from './look.tsx'
import { siteOf } from '#web/framework/site.ts'

export type Tone = keyof typeof TONE_COLOURS
export const TONES = Object.keys(TONE_COLOURS) as Tone[]

/** Sends a page with every component in every state. The query selects an accent color and a color scheme: `?tone=mint&scheme=dark`. */
export function sendStyleguide(ctx: Context, c: Call): Promise<Response> {
  const { tone, scheme } = choiceOf(c)
  return sendPage(ctx, c, <Styleguide ctx={ctx} tone={tone} scheme={scheme} />, {
    cache: 'public',
    headers: { 'X-Robots-Tag': 'noindex' },
  })
}

/** Sends previews of all emails, or of the email named in the path. */
export const sendMailPreviews = (ctx: Context, c: Call): Promise<Response> => sendMails(ctx, c, choiceOf(c).tone)
export const sendMailPreview = async (ctx: Context, c: Call): Promise<Response> => sendMailSample(ctx, c, choiceOf(c))

function choiceOf(c: Call): { tone: Tone; scheme: 'light' | 'dark' | undefined } {
  const scheme = c.req.query('scheme')
  return {
    tone: TONES.find((name) => name === c.req.query('tone')) ?? 'lemon',
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : undefined,
  }
}

type GuideProps = { ctx: Context; tone: Tone; scheme: 'light' | 'dark' | undefined }

const Styleguide = ({ ctx, tone, scheme }: GuideProps) => (
  <Layout site={siteOf(ctx)} tone={tone} scheme={scheme} title={`Styleguide · ${siteOf(ctx).name}`}>
    <div class="hello">
      <h1>Styleguide</h1>
      <p>Price tags on warm paper. The marketplace has quiet colours, and each shop has a bright one.</p>
    </div>
    <nav aria-label="Colour and mode" class="stack">
      <Chips label="Colour">
        {TONES.map((name) => (
          <Chip href={guidePath(name, scheme)} current={name === tone} label={name} />
        ))}
      </Chips>
      <Chips label="Mode">
        {([undefined, 'light', 'dark'] as const).map((name) => (
          <Chip href={guidePath(tone, name)} current={name === scheme} label={name ?? 'yours'} />
        ))}
      </Chips>
    </nav>
    <div class="guide">
      <Appearance tone={tone} />
      <Controls />
      <Records ctx={ctx} tone={tone} />
      <States ctx={ctx} />
      <Mails ctx={ctx} tone={tone} />
    </div>
  </Layout>
)

const guidePath = (tone: Tone, scheme: 'light' | 'dark' | undefined): string =>
  `/styleguide?${new URLSearchParams({ tone, ...(scheme ? { scheme } : {}) }).toString()}`
