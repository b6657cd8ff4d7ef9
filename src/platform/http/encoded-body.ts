import { hash } from 'node:crypto'
import { LEAST_BYTES, pack, packingFor, unpack, type Packing } from './compression.ts'

/**
 * One encoding of a response body. `body`: a string with one character per byte. Node sends a string together with the headers in one
 * write, and GC frees it sooner than a buffer.
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

  get bytes(): Buffer<ArrayBuffer> {
    return Buffer.from(this.body, 'latin1')
  }
}

/**
 * Response text in every encoding that clients have requested. Each encoded variant is created only once and has its own ETag;
 * `If-None-Match` accepts any of the ETags. Drops the uncompressed variant until a client requests it, which saves four fifths of the
 * memory.
 */
export class EncodedBody {
  readonly etag: string
  readonly length: number
  onHeld: () => void = () => {}
  readonly #well: boolean
  #plain: BodyVariant | Promise<BodyVariant> | null
  #isPlainAsked: boolean
  readonly #packed = new Map<Packing, BodyVariant | Promise<BodyVariant>>()

  /**
   * `well`: better but slower compression, for text that never changes. `without`: substring to remove from the text wherever it occurs.
   */
  constructor(text: string, { well = false, without = null }: { well?: boolean; without?: string | null } = {}) {
    const bytes = encode(without === null ? text : text.replaceAll(without, ''))
    this.#well = well
    this.#isPlainAsked = well
    this.length = bytes.length
    this.etag = `"${hash('sha1', bytes, 'base64url')}"`
    this.#plain = new BodyVariant(bytes.toString('latin1'), this.etag)
  }

  get held(): number {
    return [this.#plain, ...this.#packed.values()].reduce((sum, form) => sum + (form instanceof BodyVariant ? form.length : 0), 0)
  }

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

  /** Decompresses the text and stores it again, because more clients may request the uncompressed variant. */
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

/** Buffer that all encodings share. Callers must copy their bytes before the next call to `encode`. */
const scratch = Buffer.allocUnsafeSlow(1 << 20)
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const WIDEST = 3

/**
 * Encodes text as UTF-8. The bytes are valid only until the next call. This pass also flattens a string that was built by concatenation.
 */
const encode = (text: string): Buffer =>
  text.length * WIDEST > scratch.length ? Buffer.from(text) : scratch.subarray(0, scratch.write(text))

/** Returns true if `If-None-Match` contains the ETag of any variant of this text (weak comparison of RFC 9110, 13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((tag) => {
    const plain = tag
      .trim()
      .replace(/^W\//, '')
      .replace(/-(?:br|gzip)"$/, '"')
    return plain === '*' || plain === etag
  })

/** Returns the `Vary` header for a response that may be compressed. `vary`: the other request headers that affect the response. */
export const varied = (vary: string | undefined): string => (vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
