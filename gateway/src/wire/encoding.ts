import type { FixField, FixMessage } from './fix-message.ts'
import { checkSum } from './frame-reader.ts'

/**
 * The field that follows a length and holds as many bytes, which may be any: SignatureLength with Signature,
 * RawDataLength with RawData, and the encoded texts.
 */
const dataAfterLength: ReadonlyMap<number, number> = new Map([
  [90, 91],
  [93, 89],
  [95, 96],
  [212, 213],
  [348, 349],
  [350, 351],
  [352, 353],
  [354, 355],
  [356, 357],
  [358, 359],
  [360, 361],
  [362, 363],
  [364, 365],
  [445, 446],
  [618, 619],
  [621, 622],
])
const dataTags: ReadonlySet<number> = new Set(dataAfterLength.values())

export interface DecodedMessage {
  readonly beginString: string
  /** The fields of header, body and trailer, without 8, 9, 35 and 10. A tag that is not an integer is NaN. */
  readonly message: FixMessage
}

/** Decodes a message that the reader of frames has accepted. Text is UTF-8, of which ASCII is a part. */
export function decode(frame: Buffer): DecodedMessage {
  const text = frame.toString('latin1')
  const beginEnd = text.indexOf('\x01')
  const typeStart = text.indexOf('\x0135=', beginEnd) + 4
  const typeEnd = text.indexOf('\x01', typeStart)
  const end = text.length - 7
  const fields: FixField[] = []
  let dataTag = 0
  let dataLength = 0
  for (let position = typeEnd + 1; position < end; ) {
    let fieldEnd = text.indexOf('\x01', position)
    const equals = text.indexOf('=', position)
    const isField = equals >= 0 && equals < fieldEnd
    const tag = isField ? tagOf(text, position, equals) : Number.NaN
    const valueStart = isField ? equals + 1 : position
    if (tag === dataTag && text[valueStart + dataLength] === '\x01') fieldEnd = valueStart + dataLength
    const value = text.slice(valueStart, fieldEnd)
    fields.push([tag, isAscii(value) ? value : Buffer.from(value, 'latin1').toString()])
    dataTag = dataAfterLength.get(tag) ?? 0
    dataLength = dataTag > 0 ? Number(value) : 0
    position = fieldEnd + 1
  }
  return {
    beginString: text.slice(2, beginEnd),
    message: { type: text.slice(typeStart, typeEnd), fields },
  }
}

function tagOf(text: string, from: number, to: number): number {
  const isNegative = text[from] === '-'
  const digits = isNegative ? from + 1 : from
  if (to === digits || to - digits > 9 || (text[digits] === '0' && to - digits > 1)) return Number.NaN
  let tag = 0
  for (let index = digits; index < to; index += 1) {
    const digit = text.charCodeAt(index) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    tag = tag * 10 + digit
  }
  return isNegative ? -tag : tag
}

function isAscii(value: string): boolean {
  for (let index = 0; index < value.length; index += 1) if (value.charCodeAt(index) > 0x7f) return false
  return true
}

/** A field that cannot be on the wire, because its value is empty or ends the field. */
export class UnencodableField extends Error {
  readonly tag: number

  constructor(tag: number, why: string) {
    super(`The value of tag ${tag} ${why}.`)
    this.name = 'UnencodableField'
    this.tag = tag
  }
}

/**
 * Encodes fields as the part of a message between BodyLength and CheckSum that follows MsgType. Throws
 * UnencodableField.
 */
export function encodeFields(fields: readonly FixField[]): string {
  let text = ''
  for (const [tag, value] of fields) {
    if (value === '') throw new UnencodableField(tag, 'is empty')
    if (value.includes('\x01') && !dataTags.has(tag))
      throw new UnencodableField(tag, 'contains the separator')
    text += `${tag}=${value}\x01`
  }
  return text
}

/** Encodes a message from its type and the encoded fields that follow it. */
export function encode(beginString: string, type: string, encodedFields: string): Buffer {
  const body = `35=${type}\x01${encodedFields}`
  const text = `8=${beginString}\x019=${Buffer.byteLength(body)}\x01${body}`
  const bytes = Buffer.from(`${text}10=000\x01`)
  const end = bytes.length - 7
  bytes.write(String(checkSum(bytes, end)).padStart(3, '0'), end + 3, 'latin1')
  return bytes
}
