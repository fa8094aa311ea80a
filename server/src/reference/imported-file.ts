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

/** A file that cannot be imported. The message has one line for each problem, in English. */
export class InvalidFile extends Error {
  readonly problems: readonly Remark[]

  constructor(problems: readonly Remark[]) {
    super(problems.map(remarkInEnglish).join('\n'))
    this.name = 'InvalidFile'
    this.problems = problems
  }
}

/** Decodes an imported file with `decodeText`. Throws InvalidFile for another encoding. */
export function decodeImportedFile(bytes: Uint8Array): ImportedFile {
  const text = decodeText(bytes)
  if (text === null) throw new InvalidFile([remark('ENCODING')])
  return { text, sha256: hash('sha256', bytes) }
}
