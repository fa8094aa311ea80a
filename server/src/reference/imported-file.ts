import { hash } from 'node:crypto'
import { decodeText } from '@aitai/contract/bulk-file/text-encoding.ts'
import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { remarkInEnglish } from '@aitai/messages/remark-text.ts'
import { remark } from './remarks.ts'

/** A file that an operator imports. The audit trail records its digest. */
interface ImportedFile {
  readonly text: string
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string
}

/** As many problems as somebody corrects before the next attempt. */
export const maxProblems = 100

/**
 * A file that cannot be imported. `problems` are the first ones, and how many more there are. The message has one line
 * for each of them, in English.
 */
export class InvalidFile extends Error {
  readonly problems: readonly Remark[]

  constructor(problems: readonly Remark[]) {
    const more = problems.length - maxProblems
    const shown = more > 0 ? [...problems.slice(0, maxProblems), remark('MORE_PROBLEMS', { more })] : problems
    super(shown.map(remarkInEnglish).join('\n'))
    this.name = 'InvalidFile'
    this.problems = shown
  }
}

/** Decodes an imported file with `decodeText`. Throws InvalidFile for another encoding. */
export function decodeImportedFile(bytes: Uint8Array): ImportedFile {
  const text = decodeText(bytes)
  if (text === null) throw new InvalidFile([remark('ENCODING')])
  return { text, sha256: hash('sha256', bytes) }
}
