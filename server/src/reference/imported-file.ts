import { hash } from 'node:crypto'
import { decodeText } from '@aitai/contract/bulk-file/text-encoding.ts'

/** A file that an operator imports. The audit trail records its digest. */
interface ImportedFile {
  readonly text: string
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string
}

/** A file that cannot be imported. The message has one line for each problem. */
export class InvalidFile extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'InvalidFile'
  }
}

/** Decodes an imported file with `decodeText`. Throws InvalidFile for another encoding. */
export function decodeImportedFile(bytes: Uint8Array): ImportedFile {
  const text = decodeText(bytes)
  if (text === null)
    throw new InvalidFile([
      'The file is neither UTF-8 nor UTF-16 nor Shift_JIS. Save it as CSV in one of them.',
    ])
  return { text, sha256: hash('sha256', bytes) }
}
