const utf8 = new TextDecoder('utf-8', { fatal: true })
/** The Windows variant of Shift_JIS (WHATWG), with half-width kana and the NEC and IBM extensions. */
const shiftJis = new TextDecoder('shift_jis', { fatal: true })

const utf16 = new TextDecoder('utf-16le', { fatal: true })
const utf16BigEndian = new TextDecoder('utf-16be', { fatal: true })

/**
 * Decodes a text file as spreadsheets in Japan write it: UTF-8 with or without a byte order mark, UTF-16 with one
 * (Excel's "Unicode text"), or Shift_JIS.
 * Bytes that are valid UTF-8 are read as UTF-8, because Shift_JIS text hardly ever is by chance; a declared
 * charset says nothing about a file that a user chose. Returns null for anything else, such as binary files, which
 * contain NUL.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return decodeWith(utf16, bytes)
  if (first === 0xfe && second === 0xff) return decodeWith(utf16BigEndian, bytes)
  if (bytes.includes(0)) return null
  const isMarkedUtf8 = first === 0xef && second === 0xbb && third === 0xbf
  return decodeWith(utf8, bytes) ?? (isMarkedUtf8 ? null : decodeWith(shiftJis, bytes))
}

function decodeWith(decoder: typeof utf8, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
