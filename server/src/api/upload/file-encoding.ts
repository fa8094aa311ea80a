import { failed } from '../../http/failures.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** As browsers and Windows read it, with half-width kana and the characters of NEC and IBM. */
const shiftJis = new TextDecoder('shift_jis', { fatal: true })

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * The text of a file, in UTF-8 with or without a byte order mark or in Shift_JIS as Excel writes it in Japan
 * (rules 18). What is valid UTF-8 is taken for that: Shift_JIS hardly ever is by chance, and the charset that
 * a client declares says nothing about a file that its user chose. Throws a failure for anything else, UTF-16
 * (Excel's "Unicode text") included: its bytes hold NULs, which no text of ours has (quality 2.5).
 */
export function decodeUploadedFile(bytes: Buffer): string {
  if (bytes.includes(0)) throw failed(400, 'FILE_UNREADABLE')
  const isMarked = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
  const text = decoded(utf8, bytes) ?? (isMarked ? null : decoded(shiftJis, bytes))
  if (text === null) throw failed(400, 'FILE_UNREADABLE')
  return text
}

function decoded(decoder: typeof utf8, bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return null
    throw error
  }
}
