/** An email as its recipient reads it: headers with lower-case names, and the decoded text. */
export type ReadMail = { headers: [name: string, value: string][]; text: string }

/** Parses a message with one text part (RFC 5322, 2045, 2047), independently of the code that writes messages. */
export function readMail(raw: string): ReadMail {
  const end = raw.search(/\r\n\r\n/)
  const headers = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
    })
  const encoding = headers.find(([name]) => name === 'content-transfer-encoding')?.[1]
  return {
    headers,
    text: decode(raw.slice(end + 4), encoding)
      .replaceAll('\r\n', '\n')
      .trimEnd(),
  }
}

export const header = (mail: ReadMail, name: string): string | undefined => mail.headers.find(([known]) => known === name)?.[1]

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
