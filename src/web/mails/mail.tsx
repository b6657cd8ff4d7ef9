import type { Context } from '#platform/context/index.ts'
import type { MailContent } from '#platform/context/hooks.ts'
import { raw, type Child } from '#web/framework/jsx/index.ts'
import { MEANING_COLOURS, NEUTRAL_COLOURS, TONE_COLOURS } from '#web/styles/tokens.ts'
import { blocksOf, type Block } from './blocks.ts'
import { buttonLabel } from './labels.ts'

type Deps = Pick<Context, 'config' | 'settings' | 'urls'>
export type Scheme = 'light' | 'dark'

/**
 * Renders an email's HTML from its plain text. An email that is not about a shop uses the marketplace's color. `scheme` forces a color
 * scheme for previews. By default, the mail client chooses. The HTML loads nothing from the network.
 */
export function renderMail(ctx: Deps, { kind, subject, text, shop }: MailContent, scheme?: Scheme): string {
  const tone = (shop?.tone ?? 'lemon') as keyof typeof TONE_COLOURS
  const blocks = blocksOf(text)
  const lastButton = blocks.findLastIndex((block) => block.kind === 'button')
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme ?? 'light dark'} />
        <title>{subject}</title>
        <style>{raw(styles(tone, scheme))}</style>
      </head>
      <body>
        <div class="page">
          <div class="band">{shop ? shop.name : ctx.settings.current().name}</div>
          <div class="card">
            <h1>{subject}</h1>
            {blocks.map((block, index) => (
              <Part base={ctx.config.publicUrl} block={block} label={index === lastButton ? buttonLabel(kind) : 'Open'} />
            ))}
          </div>
        </div>
      </body>
    </html>
  )
  return `<!doctype html>${page.toString()}`
}

const Part = ({ base, block, label }: { base: string; block: Block; label: string }): Child => {
  switch (block.kind) {
    case 'text':
      return <p>{linked(base, block.text)}</p>
    case 'quote':
      return <blockquote>{broken(block.text)}</blockquote>
    case 'heading':
      return <h2>{block.text}</h2>
    case 'button':
      return (
        <p>
          <a class="button" href={block.href}>
            {label}
          </a>
        </p>
      )
    case 'items':
      return (
        <div>
          {block.title === null ? null : <h2>{block.title}</h2>}
          <ul>
            {block.items.map(({ text, href }) => (
              <li>{href === null ? text : <a href={href}>{text}</a>}</li>
            ))}
          </ul>
          {block.href === null ? null : (
            <p>
              <a href={block.href}>See all results</a>
            </p>
          )}
        </div>
      )
    default:
      return <p class="end">{linked(base, block.text)}</p>
  }
}

const broken = (text: string): Child =>
  text.split('\n').map((line, index) => (
    <>
      {index === 0 ? null : <br />}
      {line}
    </>
  ))

/** Turns only URLs of our own pages into links, because a name or title in a sentence may contain any URL. */
function linked(base: string, text: string): Child {
  return text.split(/(https?:\/\/\S*[^\s.,;:!?)])/).map((part) => (isOurs(base, part) ? <a href={part}>{part}</a> : broken(part)))
}

const isOurs = (base: string, part: string): boolean => URL.canParse(part) && new URL(part).origin === new URL(base).origin

const FONT = "'Instrument Sans', system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif"

/** The website's colors. Some mail clients ignore the dark colors and show the light ones. */
function styles(tone: keyof typeof TONE_COLOURS, scheme: Scheme | undefined): string {
  const shape = `
    body { margin: 0; padding: 0; font: 16px/1.5 ${FONT}; }
    .page { max-width: 600px; margin: 0 auto; padding: 24px 16px 40px; }
    .band { padding: 16px 24px; border-radius: 14px 14px 0 0; font-weight: 700; overflow-wrap: anywhere; }
    .card { padding: 24px; border-radius: 0 0 14px 14px; overflow-wrap: anywhere; }
    h1 { margin: 0 0 16px; font-size: 21px; line-height: 1.25; }
    h2 { margin: 24px 0 8px; font-size: 16px; }
    p, ul, blockquote { margin: 0 0 16px; }
    ul { padding: 0; list-style: none; }
    li { padding: 12px 0; border-top: 1px solid; }
    blockquote { padding-left: 12px; border-left: 3px solid; }
    .button { display: inline-block; padding: 12px 20px; border-radius: 999px; font-weight: 700; text-decoration: none; }
    .end { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid; font-size: 13px; }`
  if (scheme !== undefined) return shape + colours(tone, scheme)
  return `${shape}${colours(tone, 'light')} @media (prefers-color-scheme: dark) {${colours(tone, 'dark')} }`
}

function colours(tone: keyof typeof TONE_COLOURS, scheme: Scheme): string {
  const [shop, { paper, card, line, mute, text, ink }] = [TONE_COLOURS[tone][scheme], NEUTRAL_COLOURS[scheme]]
  return `
    body { background: ${paper}; color: ${text}; }
    .band { background: ${shop.band}; color: ${shop.ink}; }
    .card { background: ${card}; }
    h1, h2 { color: ${ink}; }
    a { color: ${MEANING_COLOURS[scheme].info}; }
    li, .end { border-color: ${line}; }
    blockquote { border-color: ${shop.edge}; color: ${mute}; }
    .button { background: ${shop.pop}; color: ${TONE_COLOURS[tone].light.ink}; }
    .end { color: ${mute}; }`
}
