import { hash } from 'node:crypto'

/** A file that an operator hands in, as it was on disk: the audit trail names it by its digest. */
export interface ImportedFile {
  readonly text: string
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string
}

/** A file that cannot be taken: one line of the message for each thing that is wrong. */
export class InvalidFile extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'BadFile'
  }
}

/**
 * The text of a file as spreadsheets in Japan write them: UTF-8 with or without a byte order mark, else
 * Shift_JIS with the letters that Windows adds. Throws BadFile for anything else, so that no name is stored
 * garbled.
 */
export function decodeImportedFile(bytes: Uint8Array): ImportedFile {
  const text = decoded(bytes)
  // Both occur only in UTF-16, or in a file that is no text at all.
  if (text === null || text.includes('\0'))
    throw new InvalidFile(['The file is neither UTF-8 nor Shift_JIS. Save it as CSV in one of them.'])
  return { text, sha256: hash('sha256', bytes) }
}

function decoded(bytes: Uint8Array): string | null {
  for (const encoding of ['utf-8', 'shift_jis'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  return null
}

/** Figures and signs as they are typed on a Japanese keyboard, made ASCII; spaces around them dropped. */
export const normalizeCell = (cell: string): string => cell.normalize('NFKC').trim()
