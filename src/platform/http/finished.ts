import { createHash } from 'node:crypto'
import { LEAST_BYTES, pack, packingFor, type Packing } from './packing.ts'

/** How a finished text goes out. */
export class Form {
  readonly bytes: Buffer
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  #body: string | undefined

  constructor(bytes: Buffer, etag: string, packing?: Packing) {
    this.bytes = bytes
    this.etag = etag
    this.headers = { 'Content-Length': String(bytes.length), ...(packing && { 'Content-Encoding': packing }) }
  }

  /** Its bytes, a character each, for what goes out again and again: in one write with the headers, and no encoding. */
  get body(): string {
    return (this.#body ??= this.bytes.toString('latin1'))
  }
}

/**
 * A finished text, plain and in each packing that was asked for, made once. Each form has a tag of its own, and whoever names any of
 * them knows the text.
 */
export class Finished {
  readonly etag: string
  readonly length: number
  readonly #plain: Form
  readonly #packed = new Map<Packing, Form | Promise<Form>>()
  readonly #well: boolean

  /** `well`: it is kept for ever, so that packing may take its time. */
  constructor(text: string | Buffer, { well = false }: { well?: boolean } = {}) {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    this.#well = well
    this.length = bytes.length
    this.etag = etagOf(bytes)
    this.#plain = new Form(bytes, this.etag)
  }

  /** As its caller takes it, by `Accept-Encoding`. */
  form(acceptEncoding: string | undefined): Form | Promise<Form> {
    const packing = this.length < LEAST_BYTES ? null : packingFor(acceptEncoding)
    if (packing === null) return this.#plain
    const known = this.#packed.get(packing)
    if (known !== undefined) return known
    const making = pack(this.#plain.bytes, packing, this.#well).then((bytes) => {
      const form = new Form(bytes, this.etag.replace(/"$/, `-${packing}"`), packing)
      this.#packed.set(packing, form)
      return form
    })
    this.#packed.set(packing, making)
    return making
  }
}

const etagOf = (bytes: Uint8Array): string => `"${createHash('sha1').update(bytes).digest('base64url')}"`

/** Whether an `If-None-Match` names this text, in whatever form (RFC 9110, 13.1.2: compared weakly). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((tag) => {
    const plain = tag
      .trim()
      .replace(/^W\//, '')
      .replace(/-(?:br|gzip)"$/, '"')
    return plain === '*' || plain === etag
  })

/** `Vary` of an answer that goes out packed or not, with whatever else it hangs on. */
export const varied = (vary: string | undefined): string => (vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
