import { hash } from 'node:crypto'
import { LEAST_BYTES, pack, packingFor, unpack, type Packing } from './compression.ts'

/**
 * How a finished text goes out. `body` has a character for each byte: it is sent in one write with the headers, and lies in the heap, where
 * a text that nobody keeps is gone at once. The bytes of a buffer lie beside it, and wait for a collection of everything.
 */
export class BodyVariant {
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string

  constructor(body: string, etag: string, packing?: Packing) {
    this.body = body
    this.etag = etag
    this.headers = { 'Content-Length': String(body.length), ...(packing && { 'Content-Encoding': packing }) }
  }

  get length(): number {
    return this.body.length
  }

  /** A copy. */
  get bytes(): Buffer<ArrayBuffer> {
    return Buffer.from(this.body, 'latin1')
  }
}

/**
 * A finished text, plain and in each packing that was asked for, made once. Each form has a tag of its own, and whoever names any of
 * them knows the text. What only who takes it packed asks for is held packed: a page is a fifth of its size then.
 */
export class EncodedBody {
  readonly etag: string
  readonly length: number
  /** Told whenever `held` is another. */
  onHeld: () => void = () => {}
  readonly #well: boolean
  #plain: BodyVariant | Promise<BodyVariant> | null
  #isPlainAsked: boolean
  readonly #packed = new Map<Packing, BodyVariant | Promise<BodyVariant>>()

  /** `well`: it is kept for ever, so that packing may take its time. `without`: left out of the text wherever it stands. */
  constructor(text: string, { well = false, without = null }: { well?: boolean; without?: string | null } = {}) {
    const encoded = encode(text)
    const bytes = without === null ? encoded : cutOut(encoded, without)
    this.#well = well
    this.#isPlainAsked = well
    this.length = bytes.length
    this.etag = `"${hash('sha1', bytes, 'base64url')}"`
    this.#plain = new BodyVariant(bytes.toString('latin1'), this.etag)
  }

  /** The bytes of the forms that it holds. */
  get held(): number {
    return [this.#plain, ...this.#packed.values()].reduce((sum, form) => sum + (form instanceof BodyVariant ? form.length : 0), 0)
  }

  /** As its caller takes it, by `Accept-Encoding`. */
  form(acceptEncoding: string | undefined): BodyVariant | Promise<BodyVariant> {
    const packing = this.length < LEAST_BYTES ? null : packingFor(acceptEncoding)
    if (packing !== null) return this.#packed.get(packing) ?? this.#pack(packing)
    this.#isPlainAsked = true
    return this.#plain ?? this.#unpack()
  }

  #pack(packing: Packing): Promise<BodyVariant> {
    const made = async (): Promise<BodyVariant> => {
      const { bytes } = this.#plain instanceof BodyVariant ? this.#plain : await this.#unpacked()
      const packed = await pack(bytes, packing, this.#well)
      const form = new BodyVariant(packed.toString('latin1'), this.etag.replace(/"$/, `-${packing}"`), packing)
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
  #unpack(): Promise<BodyVariant> {
    const making = this.#unpacked().then((form) => {
      this.#plain = form
      this.onHeld()
      return form
    })
    this.#plain = making
    making.catch(() => (this.#plain = null))
    return making
  }

  async #unpacked(): Promise<BodyVariant> {
    const forms = [...this.#packed].filter((entry): entry is [Packing, BodyVariant] => entry[1] instanceof BodyVariant)
    const [packing, { bytes }] = forms[0]!
    return new BodyVariant((await unpack(bytes, packing)).toString('latin1'), this.etag)
  }
}

/** Texts become bytes here, one after the other: whoever wants them longer than for a moment copies them. */
const desk = Buffer.allocUnsafeSlow(1 << 20)
/** Most bytes that a character (a UTF-16 unit) becomes. */
const WIDEST = 3

/** A text as UTF-8, until the next one. A text that is still in pieces is put together only here. */
const encode = (text: string): Buffer => (text.length * WIDEST > desk.length ? Buffer.from(text) : desk.subarray(0, desk.write(text)))

/** The same bytes without these, moved together in their place. */
function cutOut(bytes: Buffer, without: string): Buffer {
  let to = bytes.indexOf(without)
  if (to === -1) return bytes
  for (let from = to; from < bytes.length;) {
    from += without.length
    const next = bytes.indexOf(without, from)
    const end = next === -1 ? bytes.length : next
    bytes.copyWithin(to, from, end)
    to += end - from
    from = end
  }
  return bytes.subarray(0, to)
}

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
