import { createHash } from 'node:crypto'
import { LEAST_BYTES, pack, packingFor, unpack, type Packing } from './packing.ts'

/** How a finished text goes out. Its bytes are held once: as they were made, or as the text that `body` gives. */
export class Form {
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly length: number
  #held: Buffer | string

  constructor(bytes: Buffer, etag: string, packing?: Packing) {
    this.#held = bytes
    this.length = bytes.length
    this.etag = etag
    this.headers = { 'Content-Length': String(bytes.length), ...(packing && { 'Content-Encoding': packing }) }
  }

  get bytes(): Buffer {
    return typeof this.#held === 'string' ? Buffer.from(this.#held, 'latin1') : this.#held
  }

  /** Its bytes, a character each, for what goes out again and again: in one write with the headers, and no encoding. */
  get body(): string {
    return typeof this.#held === 'string' ? this.#held : (this.#held = this.#held.toString('latin1'))
  }
}

/**
 * A finished text, plain and in each packing that was asked for, made once. Each form has a tag of its own, and whoever names any of
 * them knows the text. What only who takes it packed asks for is held packed: a page is a fifth of its size then.
 */
export class Finished {
  readonly etag: string
  readonly length: number
  /** Told whenever `held` is another. */
  onHeld: () => void = () => {}
  readonly #well: boolean
  #plain: Form | Promise<Form> | null
  #isPlainAsked: boolean
  readonly #packed = new Map<Packing, Form | Promise<Form>>()

  /** `well`: it is kept for ever, so that packing may take its time. */
  constructor(text: string | Buffer, { well = false }: { well?: boolean } = {}) {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    this.#well = well
    this.#isPlainAsked = well
    this.length = bytes.length
    this.etag = etagOf(bytes)
    this.#plain = new Form(bytes, this.etag)
  }

  /** The bytes of the forms that it holds. */
  get held(): number {
    return [this.#plain, ...this.#packed.values()].reduce((sum, form) => sum + (form instanceof Form ? form.length : 0), 0)
  }

  /** As its caller takes it, by `Accept-Encoding`. */
  form(acceptEncoding: string | undefined): Form | Promise<Form> {
    const packing = this.length < LEAST_BYTES ? null : packingFor(acceptEncoding)
    if (packing !== null) return this.#packed.get(packing) ?? this.#pack(packing)
    this.#isPlainAsked = true
    return this.#plain ?? this.#unpack()
  }

  #pack(packing: Packing): Promise<Form> {
    const made = async (): Promise<Form> => {
      const { bytes } = this.#plain instanceof Form ? this.#plain : await this.#unpacked()
      const form = new Form(await pack(bytes, packing, this.#well), this.etag.replace(/"$/, `-${packing}"`), packing)
      // the packer's buffer is larger than what it put there
      if (!this.#well) void form.body
      this.#packed.set(packing, form)
      if (!this.#isPlainAsked) this.#plain = null
      this.onHeld()
      return form
    }
    const making = made()
    this.#packed.set(packing, making)
    making.catch(() => this.#packed.delete(packing))
    return making
  }

  /** Held again: whoever asks for it plain comes, too. */
  #unpack(): Promise<Form> {
    const making = this.#unpacked().then((form) => {
      this.#plain = form
      this.onHeld()
      return form
    })
    this.#plain = making
    making.catch(() => (this.#plain = null))
    return making
  }

  async #unpacked(): Promise<Form> {
    const forms = [...this.#packed].filter((entry): entry is [Packing, Form] => entry[1] instanceof Form)
    const [packing, { bytes }] = forms[0]!
    return new Form(await unpack(bytes, packing), this.etag)
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
