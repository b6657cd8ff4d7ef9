/** An email in decoded form: headers with lower-case names, the text, and the HTML if the email has an HTML part. */
export type ReadMail = { headers: [name: string, value: string][]; text: string; html: string | null }

/**
 * Parses a message with a text part and an optional HTML part (RFC 5322, 2045, 2046, 2047). Shares no code with the module that writes
 * messages.
 */
export function readMail(raw: string): ReadMail {
  const { headers, body } = splitPart(raw)
  const boundary = /^multipart\/alternative;.*boundary="([^"]+)"/.exec(valueOf(headers, 'content-type') ?? '')?.[1]
  if (boundary === undefined) return { headers, text: decoded(headers, body), html: null }
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitPart(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  const find = (type: string) => parts.find((part) => valueOf(part.headers, 'content-type')?.startsWith(type))
  const [text, html] = [find('text/plain'), find('text/html')]
  return { headers, text: text ? decoded(text.headers, text.body) : '', html: html ? decoded(html.headers, html.body) : null }
}

export const header = (mail: ReadMail, name: string): string | undefined => valueOf(mail.headers, name)

const valueOf = (headers: ReadMail['headers'], name: string): string | undefined => headers.find(([known]) => known === name)?.[1]

function splitPart(raw: string): { headers: ReadMail['headers']; body: string } {
  const end = raw.search(/\r\n\r\n/)
  const headers = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
    })
  return { headers, body: raw.slice(end + 4) }
}

const decoded = (headers: ReadMail['headers'], body: string): string =>
  decode(body, valueOf(headers, 'content-transfer-encoding')).replaceAll('\r\n', '\n').trimEnd()

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? quoted(body.replaceAll(/=\r\n/g, '')) : body
}

const quoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const decodeWords = (value: string): string =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : quoted(text.replaceAll('_', ' ')),
    )
